/** Code points of the digit 0 in scripts in which people write numbers. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** The digits of a text as ASCII, in order, without all else. */
export function asciiDigits(text: string): string {
  // Most are, and texts may have very many.
  if (/^[0-9]*$/u.test(text)) return text
  let digits = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (character >= '0' && character <= '9') digits += character
    else {
      const zero = ZEROS.find((first) => code >= first && code < first + 10)
      if (zero !== undefined) digits += String(code - zero)
    }
  }
  return digits
}

/** True for a number whose last digit checks the others, as those of payment cards do. */
export function hasLuhnDigit(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** True if the check digits of an IBAN are right: ISO 7064, MOD 97-10. */
export function hasIbanDigits(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (const character of moved) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
