import type { Node, Pipeline, Term, Value } from './parse-template.ts';

/** Gets its arguments evaluated; the piped one comes last. */
export type TemplateFunction = (...args: Value[]) => Value;
export type TemplateFunctions = Record<string, TemplateFunction>;

/** Variables of a block. Inner blocks see those of outer ones. */
type Variables = Map<string, Value> & { outer?: Variables };

/** From here on Go writes a number of YAML in powers of ten, which Kubernetes does not read as an integer. */
const LARGEST_PLAIN_NUMBER = 1_000_000;

/** Go's truth: false, zero, nil and whatever is empty are false. */
export function isTrue(value: Value): boolean {
  if (typeof value === 'object' && value !== null)
    return (Array.isArray(value) ? value : Object.keys(value)).length > 0;
  return Boolean(value);
}

/** A value as Helm writes it into the text. Throws for what would come out as something no chart can mean. */
export function print(value: Value): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') throw new Error('a list or a map is printed; use toYaml');
  if (typeof value === 'number' && Math.abs(value) >= LARGEST_PLAIN_NUMBER)
    throw new Error(`Helm writes ${value} in powers of ten; let it be a string`);
  return String(value);
}

/** Writes the text of nodes with `data` as dot. Throws `Error` where Helm would stop. */
export function execute(nodes: Node[], data: Value, functions: TemplateFunctions): string {
  return new Execution(functions).write(nodes, data, new Map([['', data]]));
}

class Execution {
  private readonly functions: TemplateFunctions;

  constructor(functions: TemplateFunctions) {
    this.functions = functions;
  }

  write(nodes: Node[], dot: Value, variables: Variables): string {
    return nodes.map((node) => this.writeNode(node, dot, variables)).join('');
  }

  private writeNode(node: Node, dot: Value, outer: Variables): string {
    if (node.kind === 'text') return node.text;
    if (node.kind === 'pipeline') {
      const value = this.evaluate(node.pipeline, dot, outer);
      if (node.pipeline.variables.length === 0) return print(value);
      this.assign(node.pipeline, value, outer);
      return '';
    }
    const variables: Variables = Object.assign(new Map<string, Value>(), { outer });
    const value = this.evaluate(node.pipeline, dot, variables);
    if (node.kind === 'range') return this.writeRange(node, value, dot, variables);
    this.assign(node.pipeline, value, variables);
    if (!isTrue(value)) return this.write(node.otherwise, dot, variables);
    return this.write(node.body, node.kind === 'with' ? value : dot, variables);
  }

  private writeRange(
    { pipeline, body, otherwise }: Extract<Node, { kind: 'range' | 'if' | 'with' }>,
    value: Value,
    dot: Value,
    variables: Variables,
  ): string {
    const entries = entriesOf(value);
    if (entries.length === 0) return this.write(otherwise, dot, variables);
    const [first, second] = pipeline.variables;
    return entries
      .map(([key, item]) => {
        const own: Variables = Object.assign(new Map<string, Value>(), { outer: variables });
        if (first !== undefined) own.set(first, second === undefined ? item : key);
        if (second !== undefined) own.set(second, item);
        return this.write(body, item, own);
      })
      .join('');
  }

  private assign({ variables: [name], isDeclaration }: Pipeline, value: Value, variables: Variables): void {
    if (name === undefined) return;
    if (isDeclaration) variables.set(name, value);
    else holderOf(name, variables).set(name, value);
  }

  private evaluate({ commands }: Pipeline, dot: Value, variables: Variables): Value {
    let piped: Value[] = [];
    for (const command of commands) piped = [this.call(command, dot, variables, piped)];
    return piped[0];
  }

  private call([head, ...rest]: Term[], dot: Value, variables: Variables, piped: Value[]): Value {
    if (!head) throw new Error('an empty command');
    if (head.operand.kind !== 'function') {
      if (rest.length + piped.length > 0) throw new Error('only a function takes arguments');
      return this.valueOf(head, dot, variables);
    }
    return this.callFunction(head.operand.name, [
      ...rest.map((term) => () => this.valueOf(term, dot, variables)),
      ...piped.map((value) => () => value),
    ]);
  }

  /** `and` and `or` look at no more arguments than they need. */
  private callFunction(name: string, args: (() => Value)[]): Value {
    if (name === 'and' || name === 'or') {
      let value: Value;
      for (const evaluate of args) {
        value = evaluate();
        if (isTrue(value) === (name === 'or')) break;
      }
      return value;
    }
    const run = this.functions[name];
    if (!run) throw new Error(`there is no function "${name}"`);
    return run(...args.map((evaluate) => evaluate()));
  }

  private valueOf({ operand, fields }: Term, dot: Value, variables: Variables): Value {
    return fields.reduce<Value>(takeField, this.valueOfOperand(operand, dot, variables));
  }

  private valueOfOperand(operand: Term['operand'], dot: Value, variables: Variables): Value {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'dot':
        return dot;
      case 'variable':
        return holderOf(operand.name, variables).get(operand.name);
      case 'pipeline':
        return this.evaluate(operand.pipeline, dot, variables);
      case 'function':
        return this.callFunction(operand.name, []);
    }
  }
}

function holderOf(name: string, variables: Variables): Variables {
  for (let here: Variables | undefined = variables; here; here = here.outer) if (here.has(name)) return here;
  throw new Error(`there is no variable $${name}`);
}

/** A field that is missing is nil; a field of nil is a fault, as in Go. */
function takeField(value: Value, field: string): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`.${field} is taken from ${JSON.stringify(value) ?? 'nil'}`);
  return Object.hasOwn(value, field) ? value[field] : undefined;
}

/** Go walks maps in the order of their keys. */
function entriesOf(value: Value): [Value, Value][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') throw new Error(`range over ${JSON.stringify(value)}`);
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, value[key]]);
}
