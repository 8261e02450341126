// A contract in three versions and a glossary that disagrees with it: short texts of our own that show
// definitions, cross-references, versions and conflicts.

import type { DefinitionForm } from '../bindings';

/** A definition as a shelf states it: `quote` stands in the text word for word. */
export interface Stated {
  term: string;
  quote: string;
  form: DefinitionForm;
  exceptions: string[];
}

const MAJEURE_1 =
  '"Force Majeure" means an event beyond the reasonable control of a party, except strikes of its own staff.';
const MAJEURE_2 =
  '"Force Majeure" means an event beyond the control of a party that it could not foresee, except strikes of its own staff.';

const agreement = (
  majeure: string,
  days: string,
  notice: string,
  extra: string,
) => `# Supply agreement

Between the Harbour Archive and Northlight Conservation Ltd (hereinafter "the Supplier").

## 1 Definitions

### 1.1 Force Majeure

${majeure}

### 1.2 Delivery Date

"Delivery Date" means the day named in Table 1 on which the boxes are handed over.

## 2 Delivery

The Supplier delivers on the Delivery Date. Late delivery is dealt with in Section 4.3, unless Force
Majeure applies.

| Lot | Boxes | Delivery Date |
| --- | --- | --- |
| A | 40 | 2 March |
| B | 25 | 16 March |

## 3 Price

The price is fixed for twelve months. Payment falls due ${days} days after the invoice.

## 4 Remedies

### 4.1 Notice

${notice}

### 4.2 Cure

The Supplier has ten days to put right what was notified under Section 4.1.

### 4.3 Late delivery

For every full week after the Delivery Date the price of the lot falls by two percent. Where Force
Majeure prevents delivery, Section 1.1 applies and nothing is deducted.
${extra}`;

export const AGREEMENTS = [
  agreement(
    MAJEURE_1,
    '30',
    'A complaint is made in writing within five days of delivery.',
    '\n### 4.4 Storage\n\nUncollected boxes are stored free of charge for one month.\n',
  ),
  agreement(
    MAJEURE_1,
    '45',
    'A complaint is made in writing within five days of delivery.',
    '\n### 4.4 Storage\n\nUncollected boxes are stored free of charge for one month.\n',
  ),
  agreement(
    MAJEURE_2,
    '45',
    'A complaint is made in writing within ten working days of delivery.',
    '',
  ),
];

export function agreementTerms(version: number): Stated[] {
  return [
    {
      term: 'Force Majeure',
      quote: version < 3 ? MAJEURE_1 : MAJEURE_2,
      form: 'section',
      exceptions: ['strikes of its own staff'],
    },
    {
      term: 'Delivery Date',
      quote: '"Delivery Date" means the day named in Table 1 on which the boxes are handed over.',
      form: 'section',
      exceptions: [],
    },
    {
      term: 'Supplier',
      quote: 'Northlight Conservation Ltd (hereinafter "the Supplier")',
      form: 'hereinafter',
      exceptions: [],
    },
  ];
}

export const GLOSSARY = `# Glossary of procurement

Terms that the archive uses in its contracts.

## A

Service Level Agreement (SLA): what is promised about how fast and how well a service is done.

## F

Force Majeure: natural disaster or war. Strikes, shortages and price rises are never meant.

## L

Lot: a part of a delivery that is priced on its own. See Section 4.3 of the agreement.
`;

export const GLOSSARY_TERMS: Stated[] = [
  {
    term: 'Service Level Agreement',
    quote:
      'Service Level Agreement (SLA): what is promised about how fast and how well a service is done.',
    form: 'acronym',
    exceptions: [],
  },
  {
    term: 'Force Majeure',
    quote:
      'Force Majeure: natural disaster or war. Strikes, shortages and price rises are never meant.',
    form: 'glossary',
    exceptions: ['Strikes, shortages and price rises'],
  },
  {
    term: 'Lot',
    quote: 'Lot: a part of a delivery that is priced on its own.',
    form: 'glossary',
    exceptions: [],
  },
];
