/** Something about the card itself, which the visitor can put right. */
export class CardProblem extends Error {
  override readonly name = 'CardProblem';
}
