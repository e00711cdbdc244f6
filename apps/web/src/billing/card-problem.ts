export class CardProblem extends Error {
  override readonly name = 'CardProblem';
}
