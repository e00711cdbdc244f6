import { describe, expect, it } from '@jest/globals';
import { redirectUriErrorOf } from './redirect-uri.ts';

describe('a redirect URI', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/a/b-c_d.e',
    'https://app.example.com/',
    'http://localhost:4000/callback',
    'http://127.0.0.1:4000/callback',
    'http://[::1]:4000/callback',
    'http://127.0.0.1/callback',
    'com.example.app:/callback',
    'com.example.app:/',
    'com.example.my-app2:/a/b',
  ])('may be %s', (text) => {
    expect(redirectUriErrorOf(text)).toBeUndefined();
  });

  it.each<[string, RegExp]>([
    ['', /must be a complete address/],
    ['app.example.com/callback', /must be a complete address/],
    ['https://', /must be a complete address/],
    [`https://app.example.com/${'a'.repeat(2048)}`, /longer than 2048/],
    ['http://app.example.com/callback', /must begin with https/],
    ['http://localhost.example.com/callback', /must begin with https/],
    ['http://127.0.0.1.example.com/callback', /must begin with https/],
    ['javascript:alert(1)', /must begin with https/],
    ['planner:/callback', /a scheme that has a dot/],
    ['com.example.app://callback', /one slash/],
    ['com.example.app:callback', /one slash/],
    ['com.example.app:///callback', /one slash/],
    ['com.example.app:/callback?a=1', /query/],
    ['com.example.app:/callback#a', /fragment/],
    ['COM.example.app:/callback', /as browsers write it/],
    ['com.example+app:/callback', /must begin with/],
    ['data:text/html,x', /must begin with https/],
    ['https://user@app.example.com/', /user name/],
    ['https://user:password@app.example.com/', /user name/],
    ['https://app.example.com@evil.example/', /user name/],
    ['https://app.example.com/callback#here', /fragment/],
    ['https://app.example.com/callback#', /fragment/],
    ['https://app.example.com/callback?a=1', /query/],
    ['https://app.example.com/callback?', /query/],
    ['https://*.example.com/callback', /wildcard/],
    ['https://app.example.com/*', /wildcard/],
    ['https://app.example.com/a/../callback', /\. or \.\./],
    ['https://app.example.com/./callback', /\. or \.\./],
    ['https://app.example.com/a/%2E%2e/callback', /\. or \.\./],
    ['https://app.example.com/callback/..', /\. or \.\./],
    ['https://app.example.com', /as browsers write it: https:\/\/app\.example\.com\/$/],
    ['https://APP.example.com/callback', /as browsers write it: https:\/\/app\.example\.com\/callback$/],
    ['https://app.example.com:443/callback', /as browsers write it/],
    ['https://app.example.com\\callback', /as browsers write it/],
    ['https:app.example.com/callback', /as browsers write it/],
    [' https://app.example.com/callback', /as browsers write it/],
    ['https://app.example.com/call\nback', /as browsers write it/],
    ['https://аpp.example.com/callback', /as browsers write it: https:\/\/xn--/],
  ])('must not be %s', (text, words) => {
    expect(redirectUriErrorOf(text)).toMatch(words);
  });
});
