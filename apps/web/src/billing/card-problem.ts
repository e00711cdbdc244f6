/** A problem with the card that the visitor can fix. */
export class CardProblem extends Error {
  override readonly name = 'CardProblem';
}
