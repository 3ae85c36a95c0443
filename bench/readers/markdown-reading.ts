import { marked, type Token, type Tokens } from 'marked'
import type { PageReading } from '../../server/testing/knowledge-pages.ts'

/** Markdown of a reader in the form that pages are graded in. */
export function readMarkdownOutput(markdown: string): PageReading {
  const tokens = marked.lexer(markdown)
  const headings: { text: string }[] = []
  const rows: string[] = []
  const code: { language: string | undefined; line: string }[] = []
  const texts: string[] = []
  void marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading') headings.push({ text: plain(token.tokens) })
    if (token.type === 'table') rows.push(...describe(token as Tokens.Table))
    if (token.type === 'code') {
      const language = (token as Tokens.Code).lang || undefined
      const lines = (token as Tokens.Code).text.split('\n')
      code.push(...lines.map((line) => ({ language, line })))
    }
    const block = token as Tokens.Generic
    if (/^(?:heading|paragraph|text|code|html)$/u.test(block.type)) texts.push(plain([block]))
  })
  return { text: [...texts, ...rows].join('\n'), headings, rows, code }
}

function describe({ header, rows }: Tokens.Table): readonly string[] {
  const heads = header.map(({ tokens }) => plain(tokens))
  return [
    heads.join(' | '),
    ...rows.map((row) =>
      row
        .map(({ tokens }, column) => {
          const head = heads[column] ?? ''
          return head === '' ? plain(tokens) : `${head}: ${plain(tokens)}`
        })
        .join('; '),
    ),
  ]
}

const plain = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) => {
      const inner = 'tokens' in token && token.tokens ? plain(token.tokens) : undefined
      return inner ?? ('text' in token ? decode(String(token.text)) : '')
    })
    .join('')

/** Letters that Markdown escapes in plain text. */
const decode = (text: string): string =>
  text
    .replace(/<[^>]+>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
