import type { DemoPage } from './demo-page.ts'

/** The section on skills, most read first. */
export const skillPages: readonly DemoPage[] = [
  {
    path: '/skills/self-rescue',
    title: 'Three ways back into your kayak alone',
    text: 'The paddle float is slow and dependable, the scramble is fast and wobbly, and re-entry and roll works in the roughest water. Learn all three in a pool and then where you paddle. A rescue you have not practised in wind is a theory.',
    sections: [
      {
        heading: 'How to use a paddle float',
        text: 'Put the float over one blade and blow it up, lay the shaft across the deck behind the cockpit, and hold both with one hand. Kick up onto the rear deck, bring your legs into the cockpit and turn over towards the float. Keep your weight on its side until you have pumped the boat dry.',
      },
      {
        heading: 'How often to practise',
        text: 'Once a month in the season, and once at its start in the clothes that you really wear. Take the time: a rescue that needs more than five minutes in calm water is unlikely to work in wind. Practise the one that you like least.',
      },
    ],
    questions: [
      'How do I get back into a sea kayak on my own?',
      'Is there a course for self-rescue in a tandem?',
      'What is the easiest self-rescue for a beginner?',
      'How do I use a paddle float?',
      'What is a re-entry and roll?',
      'How do I empty a swamped kayak?',
      'Does self-rescue work in wind and waves?',
      'How often should I practise self-rescue?',
      'how to climb back in kayak after capsize',
      'What is a scramble rescue?',
      'Can I self-rescue in a sit-on-top?',
      'Wie steige ich nach einer Kenterung allein wieder ein?',
      '¿Cómo vuelvo a subir al kayak después de volcar?',
    ],
  },
  {
    path: '/skills/first-roll',
    title: 'Your first roll in four evenings',
    text: 'A roll is a turn of the hips with the paddle as support, not a heave with the arms. Spend the first evening at the edge of the pool and keep your head in the water until last. Most people have a first roll within four short sessions.',
    sections: [
      {
        heading: 'Why a roll fails at the last moment',
        text: 'Most failed rolls end with the head coming up first. The head is heavy, and lifting it pulls the boat back over. Look at the blade until the boat is upright, and let the head follow last. A friend with a camera shows you in one try what a book does not.',
      },
      {
        heading: 'Evening by evening',
        text: 'On the first evening practise the hips at the edge of the pool, on the second the sweep with a float on the blade. The third is the whole movement with a partner beside you, the fourth a capsize that you did not set up. Four sessions of 45 minutes are enough for most people.',
      },
    ],
    questions: [
      'How long does it take to learn to roll a kayak?',
      'Why does my roll fail at the last moment?',
      'Can I learn to roll without a teacher?',
      'What is the easiest roll to learn first?',
      'Why do I have to keep my head down?',
      'What is a hip snap?',
      'Do I need nose clips to practise rolling?',
      'how to roll a sea kayak step by step',
      'Is a roll harder with a loaded boat?',
      'Do I need a roll before I go on the sea?',
      'Wie lange dauert es, die Kajakrolle zu lernen?',
      'カヤックのロールは独学で覚えられますか？',
    ],
  },
  {
    path: '/skills/surf-landing',
    title: 'Landing through surf without drama',
    text: 'Wait behind the break and count the sets before you commit. Come in on the back of a wave, and lean into the foam if you broach. Get out on the side away from the shore, so that the next wave cannot push the boat over you.',
    sections: [
      {
        heading: 'How to count the sets',
        text: 'Sit behind the break for ten minutes with a watch. Waves come in groups, and a calm of a minute or two often follows the large ones. Note how many come and how long the pause is, then go in right behind the last large wave.',
      },
      {
        heading: 'How big is too big?',
        text: 'If waves reach above your shoulders while you sit, or break all at once along the whole beach, look for another landing. Steep beaches dump even small waves. A sheltered corner a mile further on is nearly always the better choice.',
      },
    ],
    questions: [
      'How do I land a sea kayak in surf?',
      'What do I do when the kayak broaches?',
      'How big is too big for a surf landing?',
      'How do I count wave sets?',
      'Should I land on the back of a wave?',
      'On which side do I get out in surf?',
      'How do I launch through breaking waves?',
      'surf landing kayak beginner tips',
      'Should the strongest paddler land first or last?',
      '¿Cómo desembarco en una playa con olas?',
    ],
  },
  {
    path: '/skills/ferry-glide',
    title: 'The ferry glide: crossing a stream in a straight line',
    text: 'Point the bow up into the stream and let it carry you sideways to your mark. The faster the water, the larger the angle, until you make no ground at all. Two objects in line on the far shore tell you whether the angle is right.',
    sections: [
      {
        heading: 'What angle do you need?',
        text: 'With 3 knots of speed and 2 knots of stream the bow points about 42 degrees up from the line to your mark, and you make 2.2 knots across. With 1 knot of stream it is about 20 degrees. If the stream is as fast as you are, no angle works: wait, or land further down.',
      },
      {
        heading: 'How to tell that you drift',
        text: 'Choose two things in line on the far shore, such as a rock and a house behind it. If the house moves downstream of the rock, so do you, and the bow has to point further up. Check every ten strokes, because the stream is faster in the middle than at the edge.',
      },
    ],
    questions: [
      'What is a ferry glide in kayaking?',
      'What angle do I need for a ferry glide?',
      'How do I cross a two knot stream in a kayak?',
      'Can you calculate my ferry angle for 2 knots of stream and 3 knots of speed?',
      'How do I know that I am drifting downstream?',
      'When is the current too strong for a ferry glide?',
      'Is a ferry glide the same on a river and at sea?',
      'ferry glide explained simply',
      'Wie funktioniert die Seilfähre beim Kajakfahren?',
    ],
  },
  {
    path: '/skills/navigating-with-transits',
    title: 'Transits, bearings and thumbs: navigation afloat',
    text: 'Two fixed objects in line give a position line with no instrument at all. Fold the chart so that your thumb can follow the shore. Take a bearing while you can still see, because fog leaves no time for it.',
    sections: [
      {
        heading: 'A position from two bearings',
        text: 'Take a bearing on each of two marks that lie about a right angle apart, draw both on the chart, and you are where they cross. A bearing from a moving kayak is good to five degrees, which is an error of about 175 m at 2 km. A third mark shows whether one of them is wrong.',
      },
      {
        heading: 'What to do when fog comes in',
        text: 'Take a bearing before it closes, and stay within talking distance of each other. Steer for a coast rather than for a point, and aim off to one side on purpose, so that you know which way to turn when you meet the shore. Keep out of the channels that ships use.',
      },
    ],
    questions: [
      'What is a transit in navigation?',
      'How do I navigate a kayak without GPS?',
      'How do I take a bearing from a moving kayak?',
      'How do I find my position from two bearings?',
      'What do I do when fog comes in?',
      'Do I need a deck compass?',
      'How fast does a sea kayak travel for planning?',
      'kayak navigation basics with chart and compass',
      'How do I fold a chart for the deck?',
      'Wie navigiere ich im Seekajak ohne GPS?',
    ],
  },
]
