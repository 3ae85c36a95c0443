/**
 * Letters of other scripts, small capitals and digits that look like a letter of the Latin alphabet, lower
 * case and without accents: the letters of Unicode's data for UTS #39 that remain after NFKD. Right-to-left
 * scripts are left out, since their letters are displayed at another position beside Latin ones.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαаꭺᗅꓮ𐊠𖽀ᴀ',
  b: 'ƀƃƅɓβбвьѣҍꮟᏼᑲᑳᖯᗷꓐꞵ𐊂𐊡𐌁ʙ',
  c: 'ȼςσсҫꮯᴄⲥꓚ𐊢𐌂𐐽𐔜',
  d: 'ðđɖƌɗԁꭰꮷᑯᗞᗪꓒꓓᴅ',
  e: 'ɇεеҽҿꭼⴹꓰꬲ𐊆𑣆𑣎ᴇ',
  f: 'ƒϝքᖴᵮẝꓝꞙꬵ𐊇𐊥𐔥𑣂ꜰ',
  g: 'ƍǥɠɡԍցꮐᏻᶃꓖɢ',
  h: 'ħɦηнћңһӈӊհꮋꮒᏺᕼⱨⲏꓧꚕ𐋏ʜ',
  i: '1l|ıɨɩɪιіӏꭵᵻᵼꙇ𑣃',
  j: 'ɉϳјꭻᒍꓙʝᴊ',
  k: 'ƙκкқҟꮶᛕⱪⲕꓗꝁ𐔘ᴋ',
  l: '1i|łɩɨƚǀɫɭιіӏꮮᒪᛁⲓⳑⵏꓡꓲ𐊊𐌉𐑃𐔦𑣃𑣒𖼖𖼨ʟ',
  m: 'ɱμϻмӎꮇᗰᛖᵯⲙꓟ𐊰𐌑𑜀ᴍ',
  n: 'ɲƞɳνηոռᵰⲛꓠ𐔓ɴ',
  o: '0øɵοθσоѳөօଠഠတဝჿዐꮎꮻᴏᴑⲟⴱⵁⵔꓳꝋꬽꬾꭴ𐊒𐊫𐐬𐓪𐔖𑣕𑣈𑣗',
  p: 'ƥρрꮲᑭᵽⲣꓑ𐊕ᴘ',
  q: 'ʠԛգզⵕ',
  r: 'ʀɍɼɽгғꭱꮢᖇᴦᵲⲅꓣꭇꭈꮁ𐓜𖼵',
  s: 'ƽʂѕտꮥꮪᵴꓢꜱ𐊖𐑈𑣁𖼺',
  t: 'ŧƭʈⱦτтҭꭲᵵⲧꓔ𐊗𐊱𐌕𑣜𖼊ᴛ',
  u: 'ʉʋυսሀꮜᑌᴜᵾꓴꞟꭎꭒ𐓶𑣘𖽂',
  v: 'νѵꮩᐯᴠⴸꓦꛟ𐔝𑜆𑣀𖼈',
  w: 'ɯѡѽԝաꮃꮤᴡꓪꝡ𑓅𑜊𑜎𑜏',
  x: 'χхҳᕁᕽᚷⲭⵝꓫꭓ𐊐𐊴𐌗𐔧',
  y: 'ƴɏɣʏυγуүұყꭹꮍᶌỿⲩꓬꭚ𐊲𑣄𑣜𖽃',
  z: 'ƶȥʐζꮓᴢᵶꓜ𑣉𑣄',
}

/** First letters of alphabets of symbols: letters of flags, and white letters on black circles and squares. */
const SYMBOL_ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170]

/** True if a character, folded by NFKD and in lower case, is this letter from `a` to `z` or looks like it. */
export function looksLike(character: string, letter: string): boolean {
  if (character === letter || LOOK_ALIKES[letter]?.includes(character)) return true
  const place = letter.charCodeAt(0) - 'a'.charCodeAt(0)
  return SYMBOL_ALPHABETS.includes(character.codePointAt(0)! - place)
}
