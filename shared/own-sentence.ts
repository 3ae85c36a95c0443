const FIRST_WORDS =
  /^(The|This|That|There|What|Something|Request|Run|Not|Project|Expected|Failed|Invalid) /

/**
 * Whether a sentence is English, as all of our server's are. Another server speaks the language of its
 * people, whatever the chat speaks; its sentences are shown as they are.
 */
export const isOwnSentence = (text: string): boolean => FIRST_WORDS.test(text)
