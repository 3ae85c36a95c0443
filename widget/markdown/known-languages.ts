/** Names in a fence, with the grammars that can be loaded. */
const NAMES = {
  bash: 'bash sh shell zsh console shellsession',
  cpp: 'cpp c++ cc cxx hpp hh c h',
  csharp: 'csharp cs c#',
  css: 'css scss less',
  diff: 'diff patch',
  go: 'go golang',
  java: 'java',
  javascript: 'javascript js jsx mjs cjs node',
  json: 'json jsonc json5 jsonl',
  php: 'php',
  python: 'python py python3 py3',
  ruby: 'ruby rb',
  rust: 'rust rs',
  sql: 'sql postgresql postgres pgsql mysql sqlite',
  typescript: 'typescript ts tsx mts cts',
  xml: 'xml html htm svg xhtml vue svelte',
  yaml: 'yaml yml',
} as const

export type KnownLanguage = keyof typeof NAMES

const BY_NAME: ReadonlyMap<string, KnownLanguage> = new Map(
  (Object.keys(NAMES) as KnownLanguage[]).flatMap((language) =>
    NAMES[language].split(' ').map((name) => [name, language]),
  ),
)

/** The grammar for the word after a fence, if there is one. */
export const findLanguage = (name: string): KnownLanguage | undefined =>
  BY_NAME.get(name.toLowerCase())
