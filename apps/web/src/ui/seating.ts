export function seatPositions(
  x: number,
  y: number,
  radius: number,
  count: number,
): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    return { x: round(x + radius * Math.cos(angle)), y: round(y + radius * Math.sin(angle)) };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
