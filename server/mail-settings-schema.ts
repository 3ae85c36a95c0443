import type { MailSettings } from './notices/mailer.ts'
import { asAddress, asOneOf, asText, refuse, type Setting } from './setting.ts'

/** Settings of mails, in the order of `.env.example`. */
export const MAIL_SETTINGS = {
  smtpUrl: {
    title: 'Mail',
    name: 'ALCOVE_SMTP_URL',
    about: `The mail server for weekly reports: smtp:// with STARTTLS, or smtps://; name and password in it,
      percent-encoded. Unset: no mail is sent.`,
    example: 'smtp://alcove:password@mail.shop.example:587',
    hides: 'password',
    parse: asAddress(
      (text) => /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
      'smtp:// or smtps://',
    ),
  },
  mailFrom: {
    name: 'ALCOVE_MAIL_FROM',
    about: 'Their sender, which that server may send for. Needed with ALCOVE_SMTP_URL.',
    example: 'Shop assistant <assistant@shop.example>',
    parse: asText,
  },
  smtpTls: {
    name: 'ALCOVE_SMTP_TLS',
    about: `required: a server of smtp:// that offers no STARTTLS gets no mail and no password. optional: for a
      relay on the same machine.`,
    example: 'required',
    parse: asOneOf(['required', 'optional'], 'required or optional'),
  },
} as const satisfies Record<string, Setting<unknown>>

interface MailValues {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly smtpTls: 'required' | 'optional' | undefined
}

/**
 * The settings of mails; undefined: none is sent.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function mailSettingsOf({
  smtpUrl,
  mailFrom,
  smtpTls,
}: MailValues): MailSettings | undefined {
  if (smtpUrl === undefined) return undefined
  const from =
    mailFrom ??
    refuse(MAIL_SETTINGS.mailFrom.name, 'not set', 'a sender, since ALCOVE_SMTP_URL is set')
  return { url: smtpUrl, from, requiresTls: smtpTls !== 'optional' }
}
