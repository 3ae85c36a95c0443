import type { AccentMode, ColorToken } from './colors.ts'

/** Colours of the owner's own for a scheme, `#rrggbb` by token. One that makes a text unreadable is refused. */
export type OwnColors = Readonly<Partial<Record<ColorToken, string>>>

/** A question that one press asks. */
export interface Prompt {
  /** What stands on the button, at most 80 characters. */
  readonly label: string
  /** What is sent, at most 2,000 characters. Default: the label. */
  readonly prompt?: string
}

/** How the chat looks, in a few words of which the rest is computed. */
export interface Theme {
  /**
   * `auto`: the visitor's system. `host`: the page's own scheme, live. Default `auto`. A project's own settings
   * cannot say it: each page does.
   */
  scheme?: 'auto' | 'light' | 'dark' | 'host'
  /** `#rrggbb`. All other colours follow from it, each readable. Default: Pine, `#0f6b5c`. */
  accent?: string
  /** `brand` keeps the accent nearer to itself where WCAG allows it. Default `balanced`. */
  accentMode?: AccentMode
  /** How round corners are. Default `round`. */
  radius?: 'sharp' | 'soft' | 'round' | 'pill'
  /** How much room lines have. Default `normal`. */
  density?: 'compact' | 'normal' | 'spacious'
  /** Families as in CSS, which the visitor's device has. Default: the system's own. */
  font?: string
  /** Colours in place of computed ones. */
  tokens?: { readonly light?: OwnColors; readonly dark?: OwnColors }
}

/** What an owner can say of looks and words: in a project's `look`, by `createChat`, by `update`. */
export interface LookOptions {
  theme?: Theme | 'auto' | 'light' | 'dark' | 'host'
  /** Who answers, at most 60 characters; stands in the header. Default `Chat`, and `Assistant` for the one who writes. */
  name?: string
  /** In the header: a `data:` address of a PNG, JPEG, WebP or GIF, at most 16 KiB. Default: none. */
  logo?: string
  startScreen?: {
    /** At most 120 characters. Default `How can we help?` */
    greeting?: string
    /** Below the greeting, at most 240 characters. */
    hint?: string
    /** At most 6. Default: three questions that fit any assistant. `[]`: none. */
    prompts?: readonly (string | Prompt)[]
  }
  composer?: {
    /** At most 120 characters. */
    placeholder?: string
    /** Whether files can be attached. Default true. */
    attachments?: boolean
  }
  /** Below the composer; the link is an https address. */
  disclaimer?: { text?: string; link?: string }
  history?: {
    /** Whether earlier conversations are listed. Default true. */
    enabled?: boolean
    /** Whether each of them shows how what was said last begins. Default true. */
    snippets?: boolean
  }
  /** What can be done with a message. All are true by default. */
  messageActions?: {
    feedback?: boolean
    copy?: boolean
    retry?: boolean
    edit?: boolean
    speak?: boolean
  }
  header?: {
    /** One button of the owner's: a press of it is the event `action`. At most 60 characters. */
    action?: { label: string }
    /** Whether there is a menu: settings, saving and deleting. Default true. */
    menu?: boolean
    /**
     * How somebody reaches a person: an https address, which the menu opens in a new tab, or `event`. A press
     * of it is the event `action`, with the type `person`. Default: the menu does not offer it.
     */
    person?: string
  }
  /**
   * Texts in place of the chat's own, by their keys; with the placeholders that the own text has. Those of
   * one language alone stand by its tag, and go before: `{ 'composer.send': 'Ask', de: { 'composer.send': 'Fragen' } }`.
   */
  messages?: OwnTexts
}

/** Texts by their keys, and of a single language by its tag. */
export type OwnTexts = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** A thing that the owner can take away. */
export type Switch =
  | 'attachments'
  | 'history'
  | 'snippets'
  | 'menu'
  | 'feedback'
  | 'copy'
  | 'retry'
  | 'edit'
  | 'speak'

/** {@link LookOptions}, checked and flat. What is absent is the default. */
export interface Look extends Partial<Readonly<Record<Switch, boolean>>> {
  readonly accent?: string
  readonly accentMode?: AccentMode
  readonly radius?: NonNullable<Theme['radius']>
  readonly density?: NonNullable<Theme['density']>
  readonly font?: string
  readonly tokens?: NonNullable<Theme['tokens']>
  readonly name?: string
  readonly logo?: string
  readonly greeting?: string
  readonly hint?: string
  readonly prompts?: readonly Required<Prompt>[]
  readonly placeholder?: string
  readonly disclaimer?: string
  readonly disclaimerLink?: string
  readonly headerAction?: string
  readonly person?: string
  readonly messages?: OwnTexts
}
