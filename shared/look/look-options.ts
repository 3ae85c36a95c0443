import type { AccentMode, ColorToken } from './colors.ts'

/** A colour, `#rrggbb`. */
export type HexColor = `#${string}`

/** The owner's colours for a scheme, `#rrggbb` by token. A colour that makes a text unreadable is refused. */
export type OwnColors = Readonly<Partial<Record<ColorToken, HexColor>>>

/** A question that a press sends. */
export interface Prompt {
  /** Text on the button, at most 80 characters. */
  readonly label: string
  /** Text that is sent, at most 2,000 characters. Default: the label. */
  readonly prompt?: string
}

/** The look of the chat, in a few values from which the rest is computed. */
export interface Theme {
  /**
   * `auto`: the visitor's system. `host`: the page's own scheme, live. Default `auto`. Set by each page, not
   * by a project's settings.
   */
  scheme?: 'auto' | 'light' | 'dark' | 'host'
  /** `#rrggbb`. All other colours follow from it, each readable. Default: Pine, `#0f6b5c`. */
  accent?: HexColor
  /** `brand` keeps the accent closer to the given colour, within WCAG. Default `balanced`. */
  accentMode?: AccentMode
  /** Roundness of corners. Default `round`. */
  radius?: 'sharp' | 'soft' | 'round' | 'pill'
  /** Space between lines. Default `normal`. */
  density?: 'compact' | 'normal' | 'spacious'
  /** Font families as in CSS, installed on the visitor's device. Default: the system's own. */
  font?: string
  /** Colours that replace computed ones. */
  tokens?: { readonly light?: OwnColors; readonly dark?: OwnColors }
}

/** An owner's options for look and texts: in a project's `look`, in `createChat`, in `update`. */
export interface LookOptions {
  theme?: Theme | 'auto' | 'light' | 'dark' | 'host'
  /**
   * Name of the assistant, at most 60 characters, shown in the header. Default `Chat`, and `Assistant` for
   * its messages.
   */
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
    /** True if files can be attached. Default true. */
    attachments?: boolean
  }
  /** Below the composer; the link is an https address. */
  disclaimer?: { text?: string; link?: string }
  history?: {
    /** True if earlier conversations are listed. Default true. */
    enabled?: boolean
    /** True if each of them shows the beginning of its last message. Default true. */
    snippets?: boolean
  }
  /** Actions of a message. All are true by default. */
  messageActions?: {
    feedback?: boolean
    copy?: boolean
    retry?: boolean
    edit?: boolean
    speak?: boolean
  }
  header?: {
    /** A button of the owner: a press is the event `action`. At most 60 characters. */
    action?: { label: string }
    /** True if there is a menu: settings, saving and deleting. Default true. */
    menu?: boolean
    /**
     * How to reach a person: an https address, which the menu opens in a new tab, or `event`. A press is the
     * event `action`, with the type `person`. Also a button below an answer for which nothing was found in your
     * pages. Default: nothing offers it.
     */
    person?: string
  }
  /**
   * Texts that replace the chat's own, by their keys; with the placeholders of the original. Texts for one
   * language are under its tag, and take precedence: `{ 'composer.send': 'Ask', de: { 'composer.send':
   * 'Fragen' } }`.
   */
  messages?: OwnTexts
}

/** Texts by their keys, and texts of one language by its tag. */
export type OwnTexts = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** A feature that the owner can switch off. */
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

/** {@link LookOptions}, validated and flat. Absent options have their default. */
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
