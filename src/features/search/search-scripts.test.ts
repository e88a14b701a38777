import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { postToolCall } from '../../testing/mcp-post.ts'
import { page } from '../../testing/web-site.ts'

// Pages whose words stand within runs of characters, so that no search for the beginning of a run finds them.
const PAGES = {
  '/sado': page('日本の茶道入門', {
    text: 'はじめての茶道の歴史と作法を解説します。千利休が完成させた侘び茶の精神は、和敬清寂という言葉に表れています。',
  }),
  '/matcha': page('抹茶のおいしい点て方', {
    text: '抹茶を点てるときのお湯の温度は八十度くらいが適切です。茶筅を素早く振って泡立てましょう。',
  }),
  '/sushi': page('家庭でつくるすしの作り方', {
    text: '酢飯は人肌に冷ましてから握ります。おにぎりとすしの違いも説明します。',
  }),
  '/case': page('iPhone用ケースの選び方', {
    text: '手帳型ケースは画面を守ります。ＭａｇＳａｆｅ対応のｱｸｾｻﾘｰも紹介します。',
  }),
  '/longjing': page('杭州龙井茶的产地和泡法', {
    text: '西湖龙井产于浙江省杭州市的狮峰山一带。冲泡时水温以八十五度为宜，玻璃杯最合适。',
  }),
  '/puer': page('普洱茶的存放', { text: '普洱熟茶应当避光通风存放，不要放进冰箱。' }),
  '/palace': page('서울 경복궁 관람 안내', {
    text: '경복궁은 화요일에 쉽니다. 입장료는 어른 삼천 원입니다.',
  }),
  '/rice': page('วิธีทำข้าวผัดสับปะรด', { text: 'ใส่สับปะรดหั่นเต๋าลงในกระทะร้อนแล้วผัดกับกุ้งสด' }),
}

let scans: LocalScans
let site: string

beforeAll(async () => {
  scans = await LocalScans.start()
  site = await scans.site({ ...PAGES, '/': page('目次', { links: Object.keys(PAGES) }) })
  await scans.run(site)
  await scans.app.collect(site, [
    { kind: 'question', url: '/sado', question: '茶道の作法を学ぶには？', target: 'claude' },
    { kind: 'question', url: '/puer', question: '如何存放普洱茶？', target: 'claude' },
    { kind: 'impression', url: '/unread', title: '煎茶道具の手入れ' },
  ])
})
afterAll(() => scans[Symbol.asyncDispose]())

async function search(query: string, server = 'publisher'): Promise<{ id: string; url: string }[]> {
  const { content } = await postToolCall(scans.app, server, scans.key, 'search', { query })
  return (JSON.parse(content[0]!.text) as { results: { id: string; url: string }[] }).results
}

const pathsOf = async (query: string): Promise<string[]> =>
  (await search(query))
    .filter(({ id }) => id.startsWith('page:'))
    .map(({ url }) => new URL(url).pathname)

describe('search in writing without spaces', () => {
  it.each([
    ['茶道', '/sado'],
    ['歴史', '/sado'],
    ['作法', '/sado'],
    ['利休', '/sado'],
    ['和敬清寂', '/sado'],
    ['千利休とは誰ですか', '/sado'],
    ['お湯の温度は何度くらいがよいですか？', '/matcha'],
    ['茶筅', '/matcha'],
    ['おにぎり', '/sushi'],
    ['すしの作り方', '/sushi'],
    ['ケース', '/case'],
    ['アクセサリー', '/case'],
    ['MagSafe', '/case'],
    ['iphone ケース 選び方', '/case'],
    ['龙井', '/longjing'],
    ['龙井茶的产地在哪里？', '/longjing'],
    ['玻璃杯', '/longjing'],
    ['普洱茶怎么存放', '/puer'],
    ['冰箱', '/puer'],
    ['경복궁', '/palace'],
    ['입장료 얼마', '/palace'],
    ['화요일', '/palace'],
    ['สับปะรด', '/rice'],
    ['กุ้ง', '/rice'],
  ])('finds %s', async (query, path) => {
    expect((await pathsOf(query))[0]).toBe(path)
  })

  it('finds a single character wherever it stands', async () => {
    expect((await pathsOf('茶')).toSorted()).toEqual(
      ['/longjing', '/matcha', '/puer', '/sado', '/'].toSorted(),
    )
    expect(await pathsOf('箱')).toEqual(['/puer'])
  })

  it('finds a page that was never scanned by its title', async () => {
    const [first] = await search('道具の手入れ')
    expect(first).toMatchObject({ title: expect.stringContaining('手入れ') })
    // Only visitors say where this page is.
    expect(new URL(first!.url).pathname).toBe('/')
  })

  it('finds questions and their topics, which the data server reports on', async () => {
    const kinds = (results: { id: string }[]) => results.map(({ id }) => id.split(':')[0])
    expect(kinds(await search('作法'))).toContain('question')
    expect(kinds(await search('存放普洱茶'))).toContain('question')
    expect(kinds(await search('作法', 'data'))).toContain('page')
  })

  it.each(['紅茶専門店', '咖啡', '커피', 'กาแฟ', '史歴', '道茶'])(
    'finds no page that does not have %s',
    async (query) => {
      expect(await pathsOf(query)).not.toContain('/sado')
    },
  )

  it('lists pages and questions by words within their texts', async () => {
    const paths = async (query: string) => {
      const { body } = await scans.app.api(
        'GET',
        `/pages/${site}?query=${encodeURIComponent(query)}`,
        { token: scans.key },
      )
      return (body.data as unknown as { path: string }[]).map(({ path }) => path)
    }
    expect(await paths('茶道')).toEqual(['/sado', '/unread'])
    expect(await paths('茶道入門')).toEqual(['/sado'])
    expect(await paths('ケースの選び方')).toEqual(['/case'])
    expect(await paths('방')).toEqual([])
    const { content } = await postToolCall(scans.app, 'publisher', scans.key, 'list_questions', {
      site,
      query: '作法',
    })
    expect(content[0]!.text).toContain('茶道の作法を学ぶには')
    expect(content[0]!.text).not.toContain('普洱')
  })
})
