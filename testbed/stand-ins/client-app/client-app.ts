export const CLIENT_APP = { clientId: 'demo-app', name: 'Demo Planner', callbackPath: '/callback' } as const;
