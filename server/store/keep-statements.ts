/** Maximum of prepared statements that are kept. */
export const STATEMENTS_KEPT = 200

/** Preparing a statement takes longer than running it: the most recently used ones are kept. */
export function keepStatements<Statement>(
  prepareNew: (text: string) => Statement,
): (text: string) => Statement {
  const kept = new Map<string, Statement>()
  return (text) => {
    const statement = kept.get(text) ?? prepareNew(text)
    // The most recently used is last.
    kept.delete(text)
    kept.set(text, statement)
    if (kept.size > STATEMENTS_KEPT) kept.delete(kept.keys().next().value!)
    return statement
  }
}
