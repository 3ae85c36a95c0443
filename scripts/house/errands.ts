import { execFileSync } from 'node:child_process'

/** A typical change of the product, with a pattern of an earlier case. */
export interface Errand {
  readonly name: string
  /** Names of the earlier case, as Perl regular expressions. */
  readonly sample: string
}

/** A file with a match is a place that the next case may touch. */
export const ERRANDS: readonly Errand[] = [
  { name: 'part type (audio)', sample: String.raw`'audio'|\bAudioPart\b` },
  {
    name: 'provider (Anthropic)',
    sample: String.raw`\banthropicApiKey\b|\bANTHROPIC_API_KEY\b|@ai-sdk/anthropic`,
  },
  {
    name: 'server setting (stop delay)',
    sample: String.raw`\bALCOVE_STOP_DELAY_SECONDS\b|\bstopDelaySeconds\b`,
  },
  { name: 'project setting (pdfUrls)', sample: String.raw`\bpdfUrls\b` },
  { name: 'sentence (thread.earlier)', sample: String.raw`'thread\.earlier'` },
  { name: 'API call (claim)', sample: String.raw`/claim\b|\bclaim(Routes|Body\w*|Threads?)\b` },
  { name: 'theme token (warning-bg)', sample: String.raw`--warning-bg\b|'warning-bg'` },
]

/** Tests, pages and generated files: an errand does not need them, or a command writes them. */
const EXCLUDED = [
  '*.md',
  '*.test.*',
  '*.spec.*',
  '*.test-support.*',
  '.env.example',
  'e2e',
  'package-lock.json',
  'scripts/house',
]

/** Files of a checkout that match an errand's sample; empty if the sample is gone. */
export function findPlaces(root: string, { sample }: Errand): readonly string[] {
  const paths = ['.', ...EXCLUDED.map((path) => `:(exclude)${path}`)]
  try {
    return execFileSync('git', ['grep', '-lP', '-e', sample, '--', ...paths], {
      cwd: root,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
  } catch (error) {
    // git grep exits with 1 if nothing matches.
    if (error instanceof Error && 'status' in error && error.status === 1) return []
    throw error
  }
}
