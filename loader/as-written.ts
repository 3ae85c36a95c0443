import { AlcoveError } from '../shared/errors.ts'
import { ofDocument } from './own-document.ts'

const NAME = /^\w+(?=: )/
const MEANT = /(?<=; did you mean )\w+(?=\?$)/

const toAttribute = (name: string): string =>
  `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The same error about an option, which it names as the page's tag wrote it: `data-greeting` for `greeting`. */
export function asWritten(error: AlcoveError): AlcoveError {
  const { code, message, hint } = error
  const attribute = toAttribute(NAME.exec(message)?.[0] ?? '')
  const isOfTag =
    code === 'config_invalid' &&
    NAME.test(message) &&
    ofDocument('querySelector').call(document, `script[src*="alcove.js"][${attribute}]`)
  if (!isOfTag) return error
  const text = message.replace(NAME, attribute).replace(MEANT, toAttribute)
  return new AlcoveError(code, text, {
    cause: error,
    ...(hint !== undefined && { hint }),
  })
}
