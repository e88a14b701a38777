import type { DemoPage } from './demo-page.ts'

/** The section on tides, most read first. */
export const tidePages: readonly DemoPage[] = [
  {
    path: '/tides/how-to-read-a-tide-table',
    title: 'How to read a tide table',
    text: 'A tide table lists the time and height of each high and low water at one port. Heights are measured from chart datum, not from the beach you launch on. Check whether the times already include daylight saving before you plan a launch.',
    sections: [
      {
        heading: 'What is chart datum?',
        text: 'Chart datum is the level from which both the depths on a chart and the heights in a tide table are counted. It lies close to the lowest level that the moon and the sun alone can bring. A height of 3.2 m means that 3.2 m of water stand above the depth on the chart, so add the two.',
      },
      {
        heading: 'Local time or UTC?',
        text: 'Every table says on its first page which time it uses, and many printed ones keep to winter time all year. Where that is so, add an hour in summer. Write the corrected times on your slate at home, because most mistakes are made on the beach and in a hurry.',
      },
    ],
    questions: [
      'How do I read a tide table?',
      'Which app shows the tide table offline?',
      'What do the heights in a tide table mean?',
      'Are tide table times in local time or UTC?',
      'What is chart datum?',
      'Do I have to add an hour to the tide table in summer?',
      'How do I work out the tide for a beach that has no table?',
      'What is a secondary port?',
      'Explain a tide table to a complete beginner',
      'Why are there sometimes only three tides in a day?',
      'How accurate are tide tables when the pressure is low?',
      'Wie lese ich eine Gezeitentabelle richtig?',
      '¿Cómo se lee una tabla de mareas?',
      '潮汐表はどうやって読むのですか？',
    ],
  },
  {
    path: '/tides/rule-of-twelfths',
    title: 'The rule of twelfths, with a worked example',
    text: 'In the six hours between low and high water the sea rises by one, two, three, three, two and one twelfths of the range. Half of the water therefore moves in the two middle hours. The rule is an estimate for regular tides and fails where the curve is lopsided.',
    sections: [
      {
        heading: 'A worked example',
        text: 'Take a range of 4.8 m, so that one twelfth is 0.4 m. The sea rises 0.4 m in the first hour, 0.8 m in the second, 1.2 m in the third and again in the fourth, 0.8 m in the fifth and 0.4 m in the last. Three hours after low water it stands 2.4 m higher.',
      },
      {
        heading: 'Where does the rule of twelfths not work?',
        text: 'Some ports have a double high water, a long stand, or a tide that rises in four hours and falls in eight. The twelfths mislead there, and the curve printed beside the table is the only good answer. Low pressure and onshore wind add height that no rule knows of.',
      },
    ],
    questions: [
      'What is the rule of twelfths?',
      'How much does the tide rise in the third hour?',
      'Can you work out the rule of twelfths for a 4.8 m range?',
      'How do I estimate the depth three hours after low water?',
      'Does the rule of twelfths also work for falling tides?',
      'Where does the rule of twelfths not work?',
      'rule of twelfths example for kayaking',
      'How fast does the tide come in at half tide?',
      'Is there an easy way to remember the rule of twelfths?',
      'Wie funktioniert die Zwölferregel?',
      '¿Qué es la regla de los doceavos?',
    ],
  },
  {
    path: '/tides/spring-and-neap-tides',
    title: 'Spring and neap tides: what changes for a paddler',
    text: 'Springs follow the full and new moon by a day or two and bring the largest range and the fastest streams. Neaps come about a week later and are kinder to a first crossing. Streams at springs are often twice as fast as at neaps.',
    sections: [
      {
        heading: 'How much faster is the current at springs?',
        text: 'A spring range is often twice the neap range, and streams follow it: a sound that runs at 1.5 knots at neaps runs at about 3 knots at springs. Waves over a shallow bar grow with it. Work out the rate for the day, not for the place.',
      },
      {
        heading: 'Planning a first crossing',
        text: 'Choose neaps, and of those days one with slack water around noon. The streams are slower, the pause at the turn is longer, and the beach at low water is a shorter carry. Springs are for places that you know.',
      },
    ],
    questions: [
      'What is the difference between spring and neap tides?',
      'When is the next spring tide?',
      'Are neap tides better for beginners?',
      'How many days after full moon is the spring tide?',
      'How much faster is the current at springs?',
      'Why are they called spring tides?',
      'spring tide vs neap tide for kayaking',
      'Should I plan my first crossing at neaps?',
      'Do spring tides make beaches disappear?',
      'Was ist der Unterschied zwischen Springtide und Nipptide?',
      '大潮と小潮の違いは何ですか？',
    ],
  },
  {
    path: '/tides/slack-water',
    title: 'Slack water and how long it lasts',
    text: 'Slack is the pause while a stream turns. It can be an hour or more away from high or low water, and in a narrow sound it may last only minutes. Write the slack for each crux of the trip on your deck slate.',
    sections: [
      {
        heading: 'Is slack water the same as high tide?',
        text: 'No. High water is the moment of the greatest height, slack is the moment without a stream, and in a channel between two seas they may lie hours apart. A stream atlas or the pilot book of the place says how far; a tide table alone does not.',
      },
      {
        heading: 'How many minutes you get',
        text: 'At neaps a sound may be quiet for half an hour, at springs for ten minutes or less. Be at the crux before the turn and wait in an eddy, rather than arrive after it. If you miss it, go ashore: the next one comes in about six hours.',
      },
    ],
    questions: [
      'How long does slack water last?',
      'Is a thunderstorm warning of my phone reliable?',
      'Is slack water the same as high tide?',
      'When should I cross a tidal channel?',
      'How do I find the time of slack water?',
      'Why does the current keep running after high water?',
      'How many minutes of slack do I get at springs?',
      'What happens if I miss slack water?',
      'Can I paddle through a narrows before slack?',
      'when is slack tide exactly',
      'Wie lange dauert das Stauwasser?',
    ],
  },
  {
    path: '/tides/tidal-streams',
    title: 'Tidal streams: atlases, diamonds and arrows',
    text: 'A tidal stream atlas shows thirteen small maps, from six hours before high water to six hours after. The figures beside an arrow give the neap and the spring rate. A sustained stream of three knots is as fast as most loaded kayaks travel.',
    sections: [
      {
        heading: 'What the two numbers beside an arrow mean',
        text: 'In many atlases the figures 08,17 beside an arrow stand for 0.8 knots at mean neaps and 1.7 knots at mean springs. For a day between the two, compare its range with the mean ranges and take a share. Halfway between them, that arrow is worth a little more than 1.2 knots.',
      },
      {
        heading: 'Can I paddle against a two knot current?',
        text: 'A loaded sea kayak keeps up about three knots for hours, so against two knots you gain one, and a headland a nautical mile away takes an hour. Close to the shore, in bays and behind points, the stream is weaker and often turns earlier. Waiting is usually faster than fighting.',
      },
    ],
    questions: [
      'How do I use a tidal stream atlas?',
      'What do the two numbers beside the arrows mean?',
      'What is a tidal diamond on a chart?',
      'Can I paddle against a two knot current?',
      'How do I interpolate between neap and spring rates?',
      'How much time do I gain by going with the tide?',
      'What does "HW +3" mean in an atlas?',
      'Where do I find the stream for the hour after high water?',
      'Which is faster, the stream inshore or offshore?',
      'how to plan a kayak trip with tidal currents',
      '¿Cómo puedo remar a favor de la corriente de marea?',
    ],
  },
  {
    path: '/tides/wind-against-tide',
    title: 'Wind against tide: why the sea stands up',
    text: 'Waves that run into a stream slow down, bunch together and steepen. Force 4 against a spring stream can be rougher than force 6 with it. Look for the hour in which the stream turns into the wind and be ashore by then.',
    sections: [
      {
        heading: 'Where it gets dangerous first',
        text: 'Look at headlands, narrows and shallow bars, where the stream is fastest. Overfalls stand there even on a light day, and wind against the stream turns them into breaking waves without a pattern. From a kayak you see them late, as a white line and a noise.',
      },
      {
        heading: 'How to see it in a forecast',
        text: 'Put the hours of the stream and the hours of the wind side by side on one sheet. Mark each hour in which wind of force 4 or more blows towards where the stream comes from. Plan the exposed part of the day outside those hours, with an hour to spare at each end.',
      },
    ],
    questions: [
      'What does wind against tide mean?',
      'Why are waves steeper when wind and tide oppose each other?',
      'Is force 4 against the tide safe for a sea kayak?',
      'How do I see wind over tide in a forecast?',
      'Where does wind against tide get dangerous first?',
      'When should I be off the water if the tide turns?',
      'How do overfalls form at a headland?',
      'wind over tide kayak how bad can it get',
      'Was bedeutet Wind gegen Strom beim Seekajak?',
    ],
  },
]
