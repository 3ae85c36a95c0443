/**
 * Sentences that tell a person that nothing was found, by language. The server's own words, so that no model can
 * put an answer into their place.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  ar: 'لم أجد في هذه الصفحات إجابة عن ذلك.',
  cs: 'Na těchto stránkách jsem na to odpověď nenašel.',
  da: 'Jeg har ikke fundet et svar på det på disse sider.',
  de: 'Dazu habe ich auf diesen Seiten nichts gefunden.',
  en: 'I found no answer to this on these pages.',
  es: 'No he encontrado una respuesta en estas páginas.',
  fi: 'En löytänyt näiltä sivuilta vastausta tähän.',
  fr: 'Je n’ai pas trouvé de réponse à cela sur ces pages.',
  he: 'לא מצאתי לכך תשובה בדפים האלה.',
  hi: 'इन पृष्ठों पर मुझे इसका कोई उत्तर नहीं मिला।',
  id: 'Saya tidak menemukan jawabannya di halaman-halaman ini.',
  it: 'Non ho trovato una risposta in queste pagine.',
  ja: 'これらのページには回答が見つかりませんでした。',
  ko: '이 페이지들에서 답을 찾지 못했습니다.',
  nb: 'Jeg fant ikke noe svar på dette på disse sidene.',
  nl: 'Ik heb hier op deze pagina’s geen antwoord op gevonden.',
  pl: 'Na tych stronach nie znalazłem odpowiedzi na to pytanie.',
  pt: 'Não encontrei uma resposta para isso nestas páginas.',
  ru: 'На этих страницах ответа на это не нашлось.',
  sv: 'Jag hittade inget svar på det på de här sidorna.',
  th: 'ไม่พบคำตอบสำหรับเรื่องนี้ในหน้าเหล่านี้',
  tr: 'Bu sayfalarda buna bir yanıt bulamadım.',
  uk: 'На цих сторінках відповіді на це не знайдено.',
  vi: 'Tôi không tìm thấy câu trả lời cho điều này trên các trang này.',
  zh: '在这些页面上没有找到相关的答案。',
  'zh-hant': '在這些頁面上找不到相關的答案。',
}

/** Regions that write Chinese in traditional characters. */
const TRADITIONAL = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/

/** @param language BCP 47, as a model wrote it. Default: English. */
export function nothingFoundText(language = 'en'): string {
  const tag = language.trim().toLowerCase().replaceAll('_', '-')
  if (TRADITIONAL.test(tag)) return SENTENCES['zh-hant']!
  const [primary = ''] = tag.split('-')
  const name = primary === 'no' || primary === 'nn' ? 'nb' : primary
  return (Object.hasOwn(SENTENCES, name) ? SENTENCES[name] : undefined) ?? SENTENCES['en']!
}
