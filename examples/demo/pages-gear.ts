import type { DemoPage } from './demo-page.ts'

/** The section on equipment, most read first. */
export const gearPages: readonly DemoPage[] = [
  {
    path: '/gear/first-sea-kayak',
    title: 'Choosing a first sea kayak',
    text: 'Length gives speed, width gives calm, and fit matters more than either. Look for two bulkheads, deck lines all round and a cockpit you can leave upside down. A used plastic boat of about five metres is a fine start.',
    sections: [
      {
        heading: 'How long should a first sea kayak be?',
        text: 'Most beginners do well with 4.8 to 5.2 m of length and 54 to 58 cm of width. A shorter boat turns easily and is slow, a longer one is fast in a straight line and tiring in wind. Sit in it for twenty minutes before you pay: feet, thighs and hips touch without pressing.',
      },
      {
        heading: 'What to check on a second-hand boat',
        text: 'Pour water behind each bulkhead and see whether it stays there: leaks are common and easily mended. Look for soft spots, for cracks around the cockpit and for hatch covers that have gone hard. Move the skeg through its whole travel, and ask why the boat is for sale.',
      },
    ],
    questions: [
      'Which sea kayak should I buy as a beginner?',
      'Which roof rack fits a hatchback?',
      'How long should my first sea kayak be?',
      'Plastic or composite for a first kayak?',
      'What does a good used sea kayak cost?',
      'What should I check on a second-hand kayak?',
      'Is a sit-on-top good enough for the sea?',
      'What size of kayak fits a person of 1.90 m?',
      'Why do sea kayaks need bulkheads?',
      'best beginner sea kayak under 1000',
      'Can I use a touring kayak on the sea?',
      'Welches Seekajak eignet sich für Anfänger?',
      '¿Qué kayak de mar me recomiendas para empezar?',
      '初心者にはどの長さのシーカヤックが良いですか？',
    ],
  },
  {
    path: '/gear/paddle-length',
    title: 'What paddle length do you need?',
    text: 'Your reach, the width of the boat and the angle of your stroke decide the length. Most sea kayakers end between 210 and 220 cm. If your knuckles hit the deck the paddle is short, and if your shoulders ache it may be long.',
    sections: [
      {
        heading: 'Is 220 cm too long?',
        text: 'For a person of 1.75 m in a boat 55 cm wide, 215 cm suits an upright stroke and 220 cm a relaxed one. A paddle that is too long makes you reach over the deck and pulls the bow from side to side. One that adjusts from 210 to 220 cm answers the question better than a chart.',
      },
      {
        heading: 'High angle or low angle',
        text: 'A high stroke passes close to the boat, is strong, and wants a shorter paddle with a broad blade. A low stroke is easy on the shoulders over a long day and wants a longer, narrower one. Wrists that hurt come from a tight grip more often than from a wrong length.',
      },
    ],
    questions: [
      'What length of paddle do I need for sea kayaking?',
      'Is 220 cm too long for a paddle?',
      'Which paddle for a height of 1.75 m and a 55 cm wide kayak?',
      'High angle or low angle paddle?',
      'What feather angle should I start with?',
      'Is a carbon paddle worth the money?',
      'Greenland paddle or euro paddle?',
      'kayak paddle size chart by height',
      'Why do my wrists hurt after paddling?',
      'Welche Paddellänge brauche ich fürs Seekajak?',
    ],
  },
  {
    path: '/gear/day-trip-packing-list',
    title: 'Packing list for a day on the water',
    text: 'Pack for one unplanned night: shelter, dry layers, food and a light. Keep radio, knife and tow within reach, and the rest in dry bags. Put heavy things low and near the cockpit so that the boat still turns.',
    sections: [
      {
        heading: 'How much water should I carry per person?',
        text: 'Two litres a person are a fair start for a day, and three in summer or where no stream can be reached. Split them into several bottles, so that one leak is not all of it. One bottle stays in the cockpit: who has to open a hatch to drink does not drink.',
      },
      {
        heading: 'What belongs on your body',
        text: 'In the buoyancy aid go radio, whistle, knife, a light and something to eat. The rule is simple: what you need once you have lost the boat is on you. Flares go into the day hatch in a dry bag, with the date of expiry on its outside.',
      },
    ],
    questions: [
      'What do I pack for a day of sea kayaking?',
      'Can you make a packing list for a kayak day trip?',
      'How much water should I carry per person?',
      'What belongs in a first aid kit for paddlers?',
      'How do I pack a kayak so that it stays balanced?',
      'What should I keep in my buoyancy aid pockets?',
      'Do I need flares on a day trip?',
      'packing list sea kayak winter',
      'What size of dry bag fits through a round hatch?',
      'What food works well on the water?',
      'Was muss ich für eine Tagestour mit dem Seekajak einpacken?',
      '日帰りのシーカヤックに必要な持ち物は？',
    ],
  },
  {
    path: '/gear/skeg-or-rudder',
    title: 'Skeg or rudder?',
    text: 'A skeg trims the boat so that it holds a course in a side wind. A rudder steers, which helps long or loaded boats and tired paddlers. Either can jam with grit, so check it before every launch.',
    sections: [
      {
        heading: 'Why does my kayak turn into the wind?',
        text: 'The moving bow is held by the water that it cuts while the stern slips to the lee, so that the boat turns towards the wind. A skeg that is a third down holds the stern a little and evens that out. Fully down it holds so well that the bow falls away.',
      },
      {
        heading: 'How to free a jammed skeg',
        text: 'Ask a friend to pull gently at the blade while you move the slider. Never push the slider hard: a kinked cable is worse than a jammed blade. Rinse the box with fresh water after every landing on shingle, and tie a short loop to the blade so that there is something to pull.',
      },
    ],
    questions: [
      'Should I get a skeg or a rudder?',
      'Does household insurance cover theft?',
      'How do I use a skeg in a crosswind?',
      'Why does my kayak turn into the wind?',
      'Is a rudder cheating?',
      'How do I free a jammed skeg?',
      'Do I need a rudder for a loaded expedition boat?',
      'skeg vs rudder sea kayak pros and cons',
      'Can I fit a rudder to my kayak later?',
      'Was ist besser, Skeg oder Steuer?',
    ],
  },
]
