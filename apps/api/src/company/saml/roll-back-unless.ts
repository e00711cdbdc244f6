import type { PrismaClient, Transaction } from '@foyer/db/client';

export async function rollBackUnless<Result>(
  prisma: PrismaClient,
  change: (transaction: Transaction) => Promise<Result>,
  isKept: (result: Result) => boolean,
): Promise<Result> {
  const undone: { result: Result }[] = [];
  try {
    return await prisma.$transaction(async (transaction) => {
      const result = await change(transaction);
      if (isKept(result)) return result;
      undone.push({ result });
      throw new Error('undone');
    });
  } catch (error) {
    const [one] = undone;
    if (!one) throw error;
    return one.result;
  }
}
