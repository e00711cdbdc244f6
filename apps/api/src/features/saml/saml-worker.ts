/**
 * What runs in the threads of saml-threads.ts: whatever reads a document, ours or the library's. What goes in and out is
 * plain data.
 */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from './limited-thread.ts';
import { decryptAssertion, withDecrypted } from './encrypted-assertion.ts';
import { mayBeGenuine } from './genuine-signature.ts';
import { makeMetadata, makeRequest, verifyResponse } from './saml-library.ts';
import { readXml, type XmlElement } from './xml-document.ts';
import { XmlRefused } from './xml-refused.ts';

/**
 * A document that passed `countXml`, or in words why it is not read. An encrypted assertion is there as it was before it
 * was encrypted, if we have a key for that.
 */
function readDocument({
  xml,
  decryptionKeys,
}: {
  xml: string;
  decryptionKeys: readonly string[];
}): { root: XmlElement; isDecrypted: boolean } | { refusal: string } {
  try {
    const { root, privateKey } = readDecrypted(xml, decryptionKeys);
    return { root, isDecrypted: privateKey !== undefined };
  } catch (error) {
    return { refusal: error instanceof XmlRefused ? error.message : 'It is not XML.' };
  }
}

function readDecrypted(xml: string, keys: readonly string[]): { root: XmlElement; privateKey?: string } {
  const root = readXml(xml);
  const decrypted = keys.length > 0 ? decryptAssertion(root, keys) : undefined;
  return decrypted ? { root: withDecrypted(root, decrypted), privateKey: decrypted.privateKey } : { root };
}

/** Signed parts of a response as the library found them, read; `refusal` says why the library does not accept it. */
async function readSigned({
  xml,
  ...task
}: Omit<Parameters<typeof verifyResponse>[0], 'response' | 'privateKey'> & { xml: string }): Promise<{
  response?: XmlElement;
  assertion?: XmlElement;
  refusal?: string;
}> {
  const { connection } = task;
  const { root, privateKey } = readDecrypted(xml, connection.decryptionKeys);
  if (!mayBeGenuine(root, connection.idpCertificates))
    return { refusal: 'No registered key made its signature' };
  const response = Buffer.from(xml).toString('base64');
  const { responseXml, assertionXml, refusal } = await verifyResponse({ ...task, response, privateKey });
  return {
    ...(responseXml === undefined ? {} : { response: readXml(responseXml) }),
    ...(assertionXml === undefined ? {} : { assertion: readXml(assertionXml) }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

export const samlTasks = { makeMetadata, makeRequest, readDocument, readSigned };

export type SamlTasks = typeof samlTasks;
/** One of them with what it takes. */
export type SamlTask = {
  [Name in keyof SamlTasks]: { name: Name; input: Parameters<SamlTasks[Name]>[0] };
}[keyof SamlTasks];

async function work(task: SamlTask): Promise<unknown> {
  switch (task.name) {
    case 'makeMetadata':
      return makeMetadata(task.input);
    case 'makeRequest':
      return makeRequest(task.input);
    case 'readDocument':
      return readDocument(task.input);
    case 'readSigned':
      return readSigned(task.input);
  }
}

function answer(outcome: { result: unknown } | { fault: string }): void {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ usedMicroseconds: user + system, ...outcome } satisfies ThreadAnswer);
}

parentPort?.on('message', (task: SamlTask) => {
  work(task).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ fault: String(error) }),
  );
});
answer({ result: undefined });
