import type { GetICUArgs } from '@schummar/icu-type-parser';

type Values<Text extends string> = GetICUArgs<
  Text,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

/** The parameters after a text: an object with a value for each placeholder, or nothing without placeholders. */
export type ValuesOf<Text extends string> = keyof Values<Text> extends never ? [] : [Values<Text>];

type TagsOf<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? Name extends `/${string}`
    ? TagsOf<Rest>
    : Name | TagsOf<Rest>
  : never;

export type RichValuesOf<Text extends string, Node> = Values<Text> & {
  [Name in TagsOf<Text>]: (words: Node) => Node;
};
