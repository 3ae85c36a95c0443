import { execFileSync } from 'node:child_process'

/** A usual change of the product, and an earlier case of it. */
export interface Errand {
  readonly name: string
  /** Names of the earlier case, as regular expressions of Perl. */
  readonly sample: string
}

/** Every file that names the sample is a place that a next case may touch. */
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

/** Tests, pages and generated files: an errand is done without them, or a command writes them. */
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

/** The files of a checkout that name an errand's sample; none if the sample is gone. */
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
    // git grep ends with 1 where nothing matches.
    if (error instanceof Error && 'status' in error && error.status === 1) return []
    throw error
  }
}
