const FIRST_WORDS =
  /^(The|This|That|There|What|Something|Request|Run|Not|Project|Expected|Failed|Invalid) /

/**
 * True if a sentence is English, as all of our server's are. Another server has the language of its people,
 * regardless of the chat's language; its sentences are shown unchanged.
 */
export const isOwnSentence = (text: string): boolean => FIRST_WORDS.test(text)
