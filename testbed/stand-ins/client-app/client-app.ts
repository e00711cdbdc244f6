/** The stand-in's app, with the settings that a development portal registers for it. */
export const CLIENT_APP = { clientId: 'demo-app', name: 'Demo Planner', callbackPath: '/callback' } as const;
