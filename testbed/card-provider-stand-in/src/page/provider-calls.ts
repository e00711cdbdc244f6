/** Calls from the page. The publishable key is a parameter, which avoids a CORS preflight. */

declare const PROVIDER_URL: string;

export interface PageError {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

export type PageAnswer<T> = { object: T; error?: undefined } | { object?: undefined; error: PageError };

export type PageParams = { [name: string]: PageParam };
type PageParam = string | number | boolean | PageParams | null | undefined;

function encode(params: PageParams): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: PageParam): void => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}

export async function callProvider<T>(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  params: PageParams = {},
): Promise<PageAnswer<T>> {
  const form = encode({ ...params, key });
  try {
    const answer =
      method === 'GET'
        ? await fetch(`${PROVIDER_URL}${path}?${form.toString()}`)
        : await fetch(`${PROVIDER_URL}${path}`, { method, body: form });
    const body = (await answer.json()) as T & { error?: PageError };
    return body.error && !answer.ok ? { error: body.error } : { object: body };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
      },
    };
  }
}
