/** Texts of answers to cases and tries. */
export const attemptTexts = {
  'attempt.noText': 'It has no words.',
  'attempt.sources': 'Sources',
  'attempt.noSources': 'It cites no source.',
  'attempt.tools': 'Tools',
  'attempt.noTools': 'It called no tool.',
  'attempt.tool.run': 'Ran',
  'attempt.tool.recorded': 'Only recorded',
  'attempt.tool.failed': 'Failed',
  'attempt.args': 'Arguments',
  'attempt.result': 'Result',
  'attempt.only': 'Only here',
} as const
