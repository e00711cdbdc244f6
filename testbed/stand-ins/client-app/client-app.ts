/** The app that the stand-in plays, as the portal of development registers it. */
export const CLIENT_APP = { clientId: 'demo-app', name: 'Demo Planner', callbackPath: '/callback' } as const;
