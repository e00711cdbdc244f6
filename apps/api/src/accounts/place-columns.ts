/** A sign-up body's country, state and consent as columns of a user. */
export function placeColumns(body: {
  country_code: string;
  state_code: string;
  country_integration_value: string;
  state_integration_value: string;
  opt_in: 'Yes' | 'No';
}) {
  return {
    countryCode: body.country_code,
    stateCode: body.state_code,
    countryIntegrationValue: body.country_integration_value,
    stateIntegrationValue: body.state_integration_value,
    hasOptedIn: body.opt_in === 'Yes',
  };
}
