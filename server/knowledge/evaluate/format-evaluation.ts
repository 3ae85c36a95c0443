import type { Evaluation, Recall } from './evaluate.ts'

const HEADS = ['', 'questions', 'recall@1', 'recall@5', 'mean rank', 'unanswered'] as const
const GAP = '  '
const DIGITS = 3

/** A table for a terminal. */
export function formatEvaluation(evaluation: Evaluation): string {
  const { all, withoutReworded, byKind, byLanguage, unanswerable } = evaluation
  const rows = [
    [...HEADS],
    toRow('all', all),
    ...(withoutReworded.questions < all.questions
      ? [toRow('without reworded', withoutReworded)]
      : []),
    ...Object.entries(byKind).map(([kind, recall]) => toRow(`kind: ${kind}`, recall)),
    ...Object.entries(byLanguage).map(([language, recall]) =>
      toRow(`language: ${language}`, recall),
    ),
    [
      'no page answers',
      String(unanswerable.questions),
      '',
      '',
      '',
      String(unanswerable.unanswered),
    ],
  ]
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

const toRow = (name: string, { questions, at1, at5, meanRank, unanswered }: Recall): string[] => [
  name,
  String(questions),
  at1.toFixed(DIGITS),
  at5.toFixed(DIGITS),
  meanRank === null ? '–' : meanRank.toFixed(2),
  String(unanswered),
]
