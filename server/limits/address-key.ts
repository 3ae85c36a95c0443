import { createHmac } from 'node:crypto'

const ADDRESS_KEY_CHARACTERS = 32

/**
 * Stands for a visitor's address in rows and in the log. The same address has the same key on every server
 * with the same secret; without the secret an address cannot be computed from its key.
 */
export type AddressKey = (address: string) => string

/** True if a text has the form of such a key. */
export const isAddressKey = (text: string): boolean =>
  text.length === ADDRESS_KEY_CHARACTERS && /^[0-9a-f]+$/.test(text)

/** @param secret at least 32 bytes, for this purpose only. */
export const createAddressKey =
  (secret: Uint8Array): AddressKey =>
  (address) =>
    createHmac('sha256', secret).update(address).digest('hex').slice(0, ADDRESS_KEY_CHARACTERS)
