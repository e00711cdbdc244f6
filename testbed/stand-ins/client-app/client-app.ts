/** The app the stand-in plays, as it is registered at the portal of development. */
export const CLIENT_APP = { clientId: 'demo-app', name: 'Demo Planner', callbackPath: '/callback' } as const;
