import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '@foyer/tools/paths';
import type { KubernetesObject } from './render-chart.ts';

type Model = new (data: object) => { validate(): void };

function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const isPrometheus = apiVersion.startsWith('monitoring.coreos.com/');
  return `${isPrometheus ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/**
 * Returns the errors of Kubernetes objects. Their JSON schemas find wrong values, such as an invalid port, but allow
 * unknown fields, which Kubernetes drops silently. Compiling each object as a literal of its type finds unknown fields.
 */
export async function findErrors(objects: KubernetesObject[]): Promise<string[]> {
  const faults = await Promise.all(objects.map(findSchemaError));
  return [...faults.filter((fault) => fault !== undefined), ...findTypeErrors(objects)];
}

async function findSchemaError(object: KubernetesObject): Promise<string | undefined> {
  const models = (await import(moduleOf(object))) as Record<string, Model | undefined>;
  try {
    const ObjectModel = models[object.kind];
    if (!ObjectModel) return `${object.kind} is not known`;
    new ObjectModel(object).validate();
    return undefined;
  } catch (error) {
    return `${object.kind} ${object.metadata.name}: ${(error as Error).message}`;
  }
}

function findTypeErrors(objects: KubernetesObject[]): string[] {
  const file = join(ROOT, 'testbed', 'helm', 'objects.virtual.ts');
  const text = objects
    .map((object, position) => {
      const type = `import('${moduleOf(object)}').I${object.kind}`;
      return `export const object${position}: ${type} = ${JSON.stringify(object, undefined, 1)};\n`;
    })
    .join('');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024) : getSourceFile(name, ...rest);
  host.fileExists = (name) => name === file || fileExists(name);
  const program = ts.createProgram([file], options, host);
  return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map((diagnostic) => {
    const line =
      text
        .slice(0, diagnostic.start ?? 0)
        .split('\n')
        .at(-1) ?? '';
    const end = text.slice(diagnostic.start).split('\n')[0] ?? '';
    return `${(line + end).trim()} ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
  });
}
