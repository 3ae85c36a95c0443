import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import type { KnownLanguage } from './known-languages.ts'

/** A piece of code that is coloured at once. */
export interface Piece {
  readonly language: KnownLanguage
  readonly code: string
}

/** Kinds of coloured code; other code has the colour of text. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'title' | 'type' | 'comment'

/** A run of code in one colour. */
export interface CodeToken {
  readonly kind: TokenKind | undefined
  readonly text: string
}

const GRAMMARS = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
} satisfies Record<KnownLanguage, unknown>

/** Languages with other embedded languages. */
const EMBEDDED: Partial<Record<KnownLanguage, readonly KnownLanguage[]>> = {
  xml: ['javascript', 'css'],
  php: ['xml'],
}

const KINDS: Readonly<Record<string, TokenKind>> = {
  'hljs-keyword': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-name': 'keyword',
  'hljs-deletion': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-char': 'string',
  'hljs-symbol': 'string',
  'hljs-addition': 'string',
  'hljs-number': 'number',
  'hljs-literal': 'number',
  'hljs-bullet': 'number',
  'hljs-title': 'title',
  'hljs-section': 'title',
  'hljs-selector-id': 'title',
  'hljs-selector-class': 'title',
  'hljs-type': 'type',
  'hljs-built_in': 'type',
  'hljs-attr': 'type',
  'hljs-attribute': 'type',
  'hljs-property': 'type',
  'hljs-meta': 'type',
  'hljs-variable': 'type',
  'hljs-template-variable': 'type',
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
}

let lowlight: ReturnType<typeof createLowlight> | undefined

/** The tokens of a piece of code; their joined texts are the code again. */
export function highlightCode({ language, code }: Piece): readonly CodeToken[] {
  lowlight ??= createLowlight()
  // Registered separately, since preparing a grammar takes milliseconds.
  for (const name of [language, ...(EMBEDDED[language] ?? [])]) {
    if (!lowlight.registered(name)) lowlight.register(name, GRAMMARS[name])
  }
  const tokens: CodeToken[] = []
  collect(lowlight.highlight(language, code).children, undefined, tokens)
  return tokens
}

type Nodes = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children']

function collect(nodes: Nodes, around: TokenKind | undefined, tokens: CodeToken[]): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      const last = tokens.at(-1)
      if (last !== undefined && last.kind === around) {
        tokens[tokens.length - 1] = { kind: around, text: last.text + node.value }
      } else tokens.push({ kind: around, text: node.value })
    } else if (node.type === 'element') {
      const { className } = node.properties
      const [name] = Array.isArray(className) ? className : []
      collect(node.children, KINDS[String(name)] ?? around, tokens)
    }
  }
}
