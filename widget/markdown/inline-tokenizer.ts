import { Tokenizer, type Tokens } from 'marked'
import { MAX_URL_CHARS } from './limits.ts'

const WIDE =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\u3000-\\u303f\\uff00-\\uffef'
const WIDE_CHAR = new RegExp(`[${WIDE}]`, 'u')
const WIDE_PUNCTUATION = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”‘’…]/
const STRONG = /^\*\*(?![\s*])((?:[^*\\]|\\[^])*?[^\s*\\])\*\*(?!\*)/
const NOT_SPACE = /\S/

/** The lexer's inline rules with what Chinese, Japanese and Korean text needs. */
export class InlineTokenizer extends Tokenizer {
  /**
   * CommonMark lets `**` beside punctuation open or close only next to a space or other
   * punctuation. Text without spaces has none: `中文**“强调”**中文` is meant as strong.
   */
  override emStrong(
    source: string,
    masked: string,
    previous = '',
  ): Tokens.Em | Tokens.Strong | undefined {
    const token = super.emStrong(source, masked, previous)
    if (token !== undefined || !source.startsWith('**')) return token
    // In the masked text, delimiters inside code and links are hidden.
    const found = STRONG.exec(masked.slice(-source.length))
    if (found === null) return undefined
    const raw = source.slice(0, found[0].length)
    const around = previous + (source[raw.length] ?? '') + raw.at(2) + raw.at(-3)
    if (!WIDE_CHAR.test(around) || !NOT_SPACE.test(around)) return undefined
    const text = raw.slice(2, -2)
    return { type: 'strong', raw, text, tokens: this.lexer.inlineTokens(text) }
  }

  /** A bare address ends at full-width punctuation, and a very long one is no link. */
  override url(source: string): Tokens.Link | undefined {
    const token = super.url(source.slice(0, MAX_URL_CHARS + 1))
    if (token === undefined || token.raw.length > MAX_URL_CHARS) return undefined
    const cut = token.raw.search(WIDE_PUNCTUATION)
    if (cut === -1) return token
    if (cut === 0) return undefined
    const raw = token.raw.slice(0, cut)
    const href = token.href.slice(0, token.href.length - token.text.length + cut)
    return { ...token, raw, text: raw, href, tokens: [{ type: 'text', raw, text: raw }] }
  }
}
