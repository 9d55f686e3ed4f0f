import { expect, it } from 'vitest';
import { categoryOf, statusOf } from './status.ts';

it.each([
  [null, 'GRTCA', 'approved'],
  [null, 'GRTPO', 'approved'],
  [null, 'AGR', 'approved'],
  [null, 'REAOD', 'refused'],
  [null, 'RECLP', 'refused'],
  [null, 'NAGR', 'refused'],
  [null, 'RESP', 'other'],
  [null, 'NCOMM', 'other'],
  ['Approved', 'AC', 'approved'],
  ['Refused', 'PC', 'refused'],
  ['Appeal In Progress', 'PER', 'appeal'],
  ['No Objection to Proposal (OBS only)', 'NO', 'other'],
  ['Withdrawn', 'TO', 'withdrawn'],
  // A step does not contradict a decision: a refused application may be completed, and a lapsed one was permitted.
  ['Completed', 'Refused', 'refused'],
  ['Completed', 'REF', 'refused'],
  ['Completed', 'Withdrawn', 'withdrawn'],
  ['Completed', null, 'approved'],
  ['Started', 'PER', 'approved'],
  ['Lapsed', null, 'approved'],
  ['Registered', 'Refused', 'refused'],
  ['Application received', null, 'pending'],
  ['Appeal in progress, works started', 'Approved', 'appeal'],
  // PlanIt's states.
  ['Permitted', null, 'approved'],
  ['Conditions', null, 'approved'],
  ['Rejected', null, 'refused'],
  ['Undecided', null, 'pending'],
  ['Referred', null, 'other'],
  ['Unresolved', null, 'other'],
  ['Other', null, 'other'],
  // planning.data.gov.uk's decisions.
  [null, 'permission-granted-with-conditions', 'approved'],
  [null, 'permission-refused', 'refused'],
  ['Part approved, part refused', null, 'other'],
  // Words of approval that are negated, conditional, or about another step.
  [null, 'Not Approved', 'refused'],
  [null, 'Disapproved', 'refused'],
  [null, 'Permission Not Granted', 'refused'],
  [null, 'not-permitted', 'refused'],
  [null, 'Conditions Not Discharged', 'refused'],
  [null, 'Unable to grant', 'refused'],
  [null, 'Approval withheld', 'refused'],
  [null, 'Minded to grant', 'pending'],
  [null, 'Resolved to approve subject to S106', 'pending'],
  ['Pending legal agreement - approved', null, 'pending'],
  [null, 'Not yet determined', 'pending'],
  [null, 'Granted with Legal Agreement', 'approved'],
  [null, 'Prior Approval Required', 'other'],
  [null, 'Prior Approval Required and Approved', 'approved'],
  [null, 'Prior Approval Not Required', 'other'],
  // An inspector's decisions on appeals, and other outcomes of an application.
  ['Allowed', null, 'approved'],
  [null, 'Appeal Allowed', 'approved'],
  [null, 'Appeal against non-determination allowed', 'approved'],
  [null, 'Allowed at appeal', 'approved'],
  ['Appeal Dismissed', null, 'refused'],
  [null, 'Dismissed at appeal', 'refused'],
  [null, 'Not allowed', 'refused'],
  [null, 'Appeal part allowed, part dismissed', 'other'],
  ['Appeal against non-determination', null, 'appeal'],
  [null, 'Lawful', 'approved'],
  [null, 'Not lawful', 'refused'],
  [null, 'Deemed consent', 'approved'],
  ['Finally disposed of', null, 'other'],
  ['Valid', null, 'pending'],
  ['Valid', 'Refused', 'refused'],
  ['Not valid', null, 'other'],
  [null, null, 'pending'],
])('reads state %s and decision %s as %s', (state, decision, status) => {
  expect(statusOf(state, decision)).toBe(status);
});

it.each([
  [null, 'ZZQX'],
  [null, 'REGRET'],
  ['Zzqx', null],
  ['Zzqx', 'AC'],
])('does not guess at state %s and decision %s', (state, decision) => {
  expect(statusOf(state, decision)).toBe('unknown');
});

it.each([
  ['Tree works: Trees in conservation areas/subject to TPOs', 'trees'],
  ['Works to trees in a conservation area', 'trees'],
  ['Trees', 'trees'],
  ['tree-works', 'trees'],
  ['Full planning & demolition in a conservation area', 'heritage'],
  ['Listed building consent', 'heritage'],
  ['Street works', 'other'],
])('puts an application of the type %s into the category %s', (type, category) => {
  expect(categoryOf(type, 'Works')).toBe(category);
});
