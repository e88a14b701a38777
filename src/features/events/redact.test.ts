import { describe, expect, it } from 'vitest'
import { cleanVisitorText, redactQuestion } from './redact.ts'

describe('cleanVisitorText', () => {
  it('collapses white space of every kind and trims', () => {
    expect(cleanVisitorText(' \t a\r\n\u00A0b\u2028\u3000c\u0085 ', 100)).toBe('a b c')
  })

  it('drops control, bidi-control, zero-width and tag characters', () => {
    expect(cleanVisitorText('a\u0000b\u001B[c\u202Ed\u2066e\u200Bf\uFEFFg\u00ADh', 100)).toBe(
      'ab[cdefgh',
    )
    expect(cleanVisitorText('hi\u{E0041}\u{E0042}\u{E007F}', 100)).toBe('hi')
  })

  it('leaves no double space where a dropped character stood between spaces', () => {
    expect(cleanVisitorText('a \u200B b', 100)).toBe('a b')
  })

  it('replaces half a surrogate pair, so the text is well-formed', () => {
    expect(cleanVisitorText('a\uD83Db', 100)).toBe('a\uFFFDb')
    expect(cleanVisitorText('a\uDE00', 100)).toBe('a\uFFFD')
  })

  it('counts code points and does not cut an emoji in half', () => {
    expect(cleanVisitorText('😀😀😀', 2)).toBe('😀😀')
    expect(cleanVisitorText('😀😀', 3)).toBe('😀😀')
  })

  it('does not end with a space after the cap', () => {
    expect(cleanVisitorText('ab cd', 3)).toBe('ab')
  })

  it('keeps letters of every script', () => {
    const text = 'Größe, naïveté, Ελληνικά, русский, हिन्दी, ไทย, 日本語, العربية, 한국어'
    expect(cleanVisitorText(text, 200)).toBe(text)
  })
})

describe('redactQuestion', () => {
  it.each([
    ['Write to jane.doe+x@mail.example.co.uk please', 'Write to [email] please'],
    ['(mailto:a@b.org)', '(mailto:[email])'],
    ['Is jürgen.müller@exämple.de right?', 'Is [email] right?'],
    ['почта: иван@пример.рф', 'почта: [email]'],
    ['我的邮箱是zhang@example.com请回复', '我的邮箱是[email]请回复'],
    ['kim@example.com으로 보내 주세요', '[email]으로 보내 주세요'],
    ['jane＠example．com', '[email]'],
    ['ja\u200Bne@exam\u00ADple.com', '[email]'],
    ['Mail jane [at] example [dot] org today', 'Mail [email] today'],
    ['a@b.com, c@d.com;e@f.org.', '[email], [email];[email].'],
  ])('masks the address in %s', (text, masked) => {
    expect(redactQuestion(text)).toBe(masked)
  })

  it.each([
    ['Call +49 30 1234567 now', 'Call [phone] now'],
    ['Tel:+1 (212) 555-0142.', 'Tel:[phone].'],
    ['(+44) (0)20 7946 0958', '[phone]'],
    ['0049 171 1234567', '[phone]'],
    ['Ruf mich an: 0171/1234567', 'Ruf mich an: [phone]'],
    ['appelle le 06 12 34 56 78 demain', 'appelle le [phone] demain'],
    ['le 06.12.34.56.78', 'le [phone]'],
    ['(212) 555-0142 or 212-555-0143', '[phone] or [phone]'],
    ['1-800-555-0199', '[phone]'],
    ['liga (11) 91234-5678', 'liga [phone]'],
    ['звоните 8 (912) 345-67-89', 'звоните [phone]'],
    ['我的电话13812345678，谢谢', '我的电话[phone]，谢谢'],
    ['電話は090-1234-5678です', '電話は[phone]です'],
    ['اتصل ٠٥٠١٢٣٤٥٦٧', 'اتصل [phone]'],
    ['मेरा फोन 98765 43210 है', 'मेरा फोन [phone] है'],
    ['llama al 612 34 56 78', 'llama al [phone]'],
    ['mi teléfono es 612 345 678', 'mi teléfono es [phone]'],
    ['My number is 5551234567.', 'My number is [phone].'],
    ['‎+972‑50‑123‑4567', '[phone]'],
  ])('masks the telephone number in %s', (text, masked) => {
    expect(redactQuestion(text)).toBe(masked)
  })

  it.each([
    ['Is 4111 1111 1111 1111 valid?', 'Is [card] valid?'],
    ['4111111111111111', '[card]'],
    ['5555-5555-5555-4444 12/27', '[card] 12/27'],
    ['3782 822463 10005', '[card]'],
    ['in 2024 4111 1111 1111 1111', 'in 2024 [card]'],
    ['４１１１１１１１１１１１１１１１', '[card]'],
  ])('masks the card in %s', (text, masked) => {
    expect(redactQuestion(text)).toBe(masked)
  })

  it.each([
    ['DE89 3704 0044 0532 0130 00 is mine', '[iban] is mine'],
    ['gb82west12345698765432', '[iban]'],
    ['NL91ABNA0417164300, FR14 2004 1010 0505 0001 3M02 606', '[iban], [iban]'],
    ['is25 of NO93 8601 1117 947 ok', 'is25 of [iban] ok'],
  ])('masks the IBAN in %s', (text, masked) => {
    expect(redactQuestion(text)).toBe(masked)
  })

  it.each([
    ['key sk-proj-a8Fk2LmQ9xZ_pT4v-Ww7', 'key [token]'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '[token]'],
    ['token=ctbk_0Xy8ZqW3eR5tYuI7oP9aSdFgHjKlZxCvBnM1234567890abcd', 'token=[token]'],
    [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U!',
      '[token]!',
    ],
    ['AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '[token] [token]'],
    ['commit 3f2a9c1b7d4e5f60718293a4b5c6d7e8f9012345?', 'commit [token]?'],
    ['id 123e4567-e89b-12d3-a456-426614174000.', 'id [token].'],
    ['/reset?code=Zx81kQpL03mVtY7cB2sN', '/reset?code=[token]'],
    [
      'https://example.com/share/9aXk27PqLm3Vt8Ry1ZcB/edit',
      'https://example.com/share/[token]/edit',
    ],
  ])('masks the secret in %s', (text, masked) => {
    expect(redactQuestion(text)).toBe(masked)
  })

  it.each([
    ['ban 203.0.113.77 please', 'ban [ip] please'],
    ['10.20.30.0/24', '[ip]'],
    ['from 2001:db8:85a3::8a2e:370:7334.', 'from [ip].'],
    ['http://[fe80::1]:8080/x', 'http://[[ip]]:8080/x'],
  ])('masks the address in %s', (text, masked) => {
    expect(redactQuestion(text)).toBe(masked)
  })

  it.each([
    'What happened in 1066, 1215 and 1492?',
    'Who ruled 1939-1945, 1914–1918 and 1990 - 2026?',
    'Which years: 1990 1991 1992 1993 1994?',
    'What did the crew do at 0800 hours on 2026-11-20?',
    'Between 01/02/2026 10:30 and 03.04.2026 18:00?',
    'Is $1,299.99 or 1.299,99 € the better price, and why 1 000 000?',
    'Population of 10000000000 or 13 800 000 000 years?',
    'Is 2147483647 prime? And 4294967296?',
    'What is 3.14159265358979323846 to ten digits?',
    'ISBN 978-3-16-148410-0 or 0-306-40615-2, ISBN: 0306406152?',
    'Convert 0110101101 to decimal',
    'Does v1.2.3.4 differ from version 10.2.33.41, Chrome 143.0.0.0 and 2.0.0-rc.1?',
    'See section 3.2.1.4',
    'What does list[1::2] do, and std::vector or a::b?',
    'Is 12:30:45 the same as 12h30, and 1:2:3:4:5:6:7:8 a ratio?',
    'Should it listen on 127.0.0.1 or 0.0.0.0 with mask 255.255.255.0?',
    'What is COVID19vaccinesPfizerBioNTech2021?',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft?',
    'What is pneumonoultramicroscopicsilicovolcanoconiosis?',
    'How does getElementsByClassNameFromDocument2 work?',
    'Where is /docs/getting-started/how-to-install-the-widget-in-5-minutes-2026?',
    'https://example.com/blog/2024/11/20/top-10-best-4k-tvs-2024-under-500.html',
    'iPhone-15-Pro-Max-vs-S24-Ultra-256GB or iPhone16Pro-vs-iPhone17Pro-Max?',
    'Who is @jane and what is npm i @scope/pkg@1.2.3?',
    'What is 5@3.50 each?',
    'scikit-learn-random-forest-classifier vs sk-learn',
    'What is DNA sequence ATGCATGCATGCATGCATGCATGC?',
    'Warum kostet das 0,0123456789 Bitcoin?',
    '¿Cuántos habitantes tiene Madrid, 3 332 035?',
    '1945年8月15日に何が起きましたか',
    'Что случилось в 1917 году?',
    'Is ٢٠٢٦ a year?',
    'Is 👩‍💻 an emoji?'.replace('\u200D', ''),
  ])('leaves an ordinary question alone: %s', (text) => {
    expect(redactQuestion(text)).toBe(text)
  })

  it('keeps a card number that fails the Luhn check and an IBAN with a wrong check digit', () => {
    expect(redactQuestion('4111 1111 1111 1112')).toBe('4111 1111 1111 1112')
    expect(redactQuestion('GB83 WEST 1234 5698 7654 32')).toBe('GB83 WEST 1234 5698 7654 32')
  })

  it('masks several secrets at once, in their places', () => {
    const text = 'jane@example.com, +49 30 1234567, 203.0.113.77 and DE89370400440532013000'
    expect(redactQuestion(text)).toBe('[email], [phone], [ip] and [iban]')
  })

  it('masks before it caps, so the cap cannot leave half a secret', () => {
    const lead = 'x '.repeat(145)
    expect(redactQuestion(`${lead}jane.doe@example.com`)).toBe(`${lead}[email]`)
    expect(redactQuestion(`${'x '.repeat(149)}4111 1111 1111 1111`)).toBe(`${'x '.repeat(149)}[c`)
  })

  it('leaves no half of a secret at the end of what it looks at', () => {
    const filler = 'jane@example.com '.repeat(234)
    for (let shift = 0; shift < 40; shift += 1) {
      const text = `${filler}${'.'.repeat(shift)} secret.person@hidden.example ${'y '.repeat(2_000)}`
      expect(redactQuestion(text)).not.toMatch(/secret|person|hidden/)
    }
  })

  it('returns at most 300 code points', () => {
    expect(Array.from(redactQuestion('😀'.repeat(1_000)))).toHaveLength(300)
    expect(redactQuestion('日'.repeat(8_000))).toBe('日'.repeat(300))
  })

  it.each([
    ['@'.repeat(8_000), '@'.repeat(300)],
    ['a.'.repeat(4_000), 'a.'.repeat(150)],
    ['1 '.repeat(4_000), '1 '.repeat(150).trimEnd()],
    [':'.repeat(8_000), ':'.repeat(300)],
    ['('.repeat(8_000), '('.repeat(300)],
    ['0'.repeat(8_000), '0'.repeat(300)],
    ['eyJ'.repeat(2_666), '[token]'],
    ['a [at] '.repeat(1_142), 'a [at] '.repeat(43).slice(0, 300).trimEnd()],
    ['DE89 '.repeat(1_600), 'DE89 '.repeat(60).trimEnd()],
    ['4111 '.repeat(1_600), '4111 '.repeat(60).trimEnd()],
    [' '.repeat(8_000), ''],
    ['\u200B'.repeat(8_000), ''],
    ['aB3'.repeat(2_666), '[token]'],
    [`${'a'.repeat(64)}@`.repeat(123), `${'a'.repeat(64)}@`.repeat(5).slice(0, 300)],
  ])('answers an 8,000 character input made to be slow (case %#)', (text, expected) => {
    expect(redactQuestion(text)).toBe(expected)
  })

  it('gives the same answer when its own answer is redacted again', () => {
    const once = redactQuestion('Mail jane@example.com or call +49 30 1234567')
    expect(redactQuestion(once)).toBe(once)
  })
})
