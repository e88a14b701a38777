import type { DemoPage } from './demo-page.ts'

/** The section on trips along an invented coast, most read first. */
export const tripPages: readonly DemoPage[] = [
  {
    path: '/trips/skerry-sound-loop',
    title: 'Skerry Sound loop: 14 km for a calm day',
    text: 'Launch at Pell Slip two hours before high water and let the flood take you north past the skerries. Lunch is on the shell beach, which disappears at springs. The ebb brings you home if you leave within an hour of the turn.',
    sections: [
      {
        heading: 'When to launch at Pell Slip',
        text: 'Launch two hours before high water at Pell. The flood runs north through Skerry Sound, at 1 knot at neaps and 2 at springs, so that the first 7 km take little more than an hour. There is room for six cars at the slip, and more at the church.',
      },
      {
        heading: 'Is the loop suitable for beginners?',
        text: 'Yes, with somebody who knows the sound, at neaps, and with westerly wind of force 3 or less, because the skerries then lie in the lee. In a northerly wind the flood runs against it and the middle of the sound gets rough. A shorter way leads round the first two skerries and is 5 km long.',
      },
    ],
    questions: [
      'Is the Skerry Sound loop suitable for beginners?',
      'Are dogs allowed on the shell beach?',
      'When should I launch at Pell Slip?',
      'How long does the Skerry Sound loop take?',
      'Where can I park at Pell Slip?',
      'Can I land on the shell beach at high water?',
      'What are the streams in Skerry Sound at springs?',
      'Is there a shorter version of the loop?',
      'skerry sound kayak route tide times',
      'Can I do the loop with children?',
      'Which wind direction is bad for Skerry Sound?',
      'Ist die Runde im Skerry Sound für Anfänger geeignet?',
    ],
  },
  {
    path: '/trips/harrow-head-passage',
    title: 'Rounding Harrow Head',
    text: 'The race off Harrow Head runs at four knots at springs and has no landing for 6 km. Pass at slack, about ninety minutes before high water at Pell. The inside passage is a gift at neaps and a trap in swell.',
    sections: [
      {
        heading: 'How strong is the race?',
        text: 'The race runs at four knots at springs and two at neaps, with overfalls for 300 m off the point. Swell of a metre makes them break. The last easy beach is a kilometre before the light, so decide there, with the head in sight and time to turn back.',
      },
      {
        heading: 'The inside passage',
        text: 'A gap five metres wide leads between the head and its outer rock. It is open from two hours before high water to two hours after, in swell below half a metre. Look into it from the eddy first: what breaks across it once will break again.',
      },
    ],
    questions: [
      'When is slack water at Harrow Head?',
      'How hard is it to kayak around Harrow Head?',
      'How strong is the race at Harrow Head?',
      'Is there an inside passage at Harrow Head?',
      'Where can I escape if the race is running?',
      'How many hours do I need for Harrow Head?',
      'Can I round Harrow Head at neaps with force 4?',
      'harrow head tidal race kayak',
      'Should I hire a guide for Harrow Head?',
      'Wann ist Stauwasser am Harrow Head?',
    ],
  },
  {
    path: '/trips/paddling-near-seals',
    title: 'Paddling near seals without disturbing them',
    text: 'Seals on rocks are resting, and in pupping season a stampede can part a pup from its mother. Stay a hundred metres off and pass side-on, slowly and quietly. If heads go up, you are too close: drift back.',
    sections: [
      {
        heading: 'How do I know that a seal is stressed?',
        text: 'Heads that go up, a seal that moves towards the water, or a group that watches you: each says that you are too close. Stop, drift back and go round in a wide bow. A seal that has to flee loses warmth and rest, and a pup may lose its mother.',
      },
      {
        heading: 'When is pupping season?',
        text: 'Grey seals have their pups in autumn, common seals in early summer, and both rest ashore while they change their coat. In many places the law protects them, and to disturb them on purpose is an offence. In those months leave the skerries out and watch from the sound.',
      },
    ],
    questions: [
      'How close can I paddle to seals?',
      'Where is the nearest rental shop?',
      'When is seal pupping season?',
      'What do I do when a seal follows my kayak?',
      'Are seals dangerous for kayakers?',
      'How do I know that a seal is stressed?',
      'Is it illegal to disturb seals?',
      'Where can I see seals from a kayak?',
      'Can I land on a beach where seals rest?',
      'kayaking with seals rules',
      'Wie viel Abstand muss ich zu Robben halten?',
      '¿A qué distancia debo pasar de las focas?',
    ],
  },
  {
    path: '/trips/two-days-to-gannet-isle',
    title: 'Two days to Gannet Isle and back',
    text: 'A 9 km crossing, a night on the grass above the storm line and the same way home. Go at neaps, with a settled forecast for three days. There is no fresh water on the island, so carry all of it.',
    sections: [
      {
        heading: 'How long is the crossing?',
        text: 'The crossing is 9 km, which is less than two hours at three knots. Plan for three hours, and for coming back on the same day if the forecast changes. Half way there is no shelter, so that a group goes at the speed of its slowest paddler.',
      },
      {
        heading: 'Camping on the island',
        text: 'Flat grass above the storm line on the east side has room for three tents. There is no fresh water: bring four litres a person and day. From April to September keep away from the cliffs in the west, where the gannets nest.',
      },
    ],
    questions: [
      'Can I camp on Gannet Isle?',
      'How long is the crossing to Gannet Isle?',
      'Is there fresh water on Gannet Isle?',
      'Which tides are best for the Gannet Isle crossing?',
      'How much experience do I need for a 9 km crossing?',
      'What if the wind gets up on the second day?',
      'Plan a two day kayak trip to Gannet Isle at neaps',
      'When do the gannets nest on the island?',
      'gannet isle kayak camping',
      '¿Se puede acampar en Gannet Isle?',
    ],
  },
]
