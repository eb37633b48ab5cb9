import Foundation
import Testing

@testable import Core

/// What is dropped only with consent, such as a payment whose money is taken.
struct OutboxConsentTests {
    private typealias Kinds = OutboxWorld.Kinds

    private static var precious: OutboxEntry.Policy {
        var policy = OutboxEntry.Policy(.always)
        policy.needsConsent = true
        return policy
    }

    /// Nobody is signed in, so nothing is under way.
    private func quiet() -> OutboxHarness {
        var harness = OutboxHarness()
        harness.handle(.session(OutboxHarness.me, epoch: nil))
        return harness
    }

    @Test func itIsGivenUpOnlyWithConsent() throws {
        var harness = quiet()
        let id = try harness.queue(Kinds.keyed, policy: Self.precious)
        for dependants in [nil, OutboxDependants.drafts, .givenUp, .toParent] {
            #expect(throws: OutboxRefusal.needsConsent([id])) { try harness.decide(.giveUp(dependants), on: id) }
        }
        #expect(harness[id]?.state == .pending)
        try harness.decide(.giveUp(nil, withConsent: true), on: id)
        #expect(harness[id] == nil)
    }

    @Test func itDoesNotGoWithWhatItWaitsForEither() throws {
        var harness = quiet()
        let parent = try harness.queue(Kinds.reply)
        let middle = try harness.queue(Kinds.reply, on: parent.rawValue, waitsFor: [parent])
        let id = try harness.queue(Kinds.keyed, on: middle.rawValue, waitsFor: [middle], policy: Self.precious)
        #expect(throws: OutboxRefusal.needsConsent([id])) { try harness.decide(.giveUp(.givenUp), on: parent) }
        #expect(harness[parent] != nil && harness[middle] != nil && harness[id] != nil)
        try harness.decide(.giveUp(.givenUp, withConsent: true), on: parent)
        #expect(harness[parent] == nil && harness[id] == nil)
    }

    @Test func consentDoesNotBreakOffWhatIsUnderWay() throws {
        var harness = OutboxHarness()
        let id = try harness.queue(Kinds.keyed, policy: Self.precious)
        #expect(harness.sends == [[id]])
        #expect(throws: OutboxRefusal.underWay) { try harness.decide(.giveUp(nil, withConsent: true), on: id) }
    }

    @Test func itIsSentAgainButNeverFromAnotherAccount() throws {
        var harness = OutboxHarness()
        let id = try harness.queue(Kinds.keyed, policy: Self.precious)
        harness.answer(id, with: .refused(OutboxHarness.reason))
        #expect(harness[id]?.state == .failed)
        #expect(throws: OutboxRefusal.notApplicable) {
            try harness.decide(.send(as: OutboxHarness.other), on: id)
        }
        try harness.decide(.send(as: nil), on: id)
        #expect(harness.sends == [[id]])
    }

    @Test func itNeverGetsTooOld() throws {
        var harness = quiet()
        let id = try harness.queue(Kinds.keyed, policy: Self.precious)
        harness.relaunch(boot: "second", after: 400 * 86_400)
        #expect(harness.sends == [[id]])
    }

    @Test func anotherOneIsGivenUpWithoutConsent() throws {
        var harness = quiet()
        let id = try harness.queue(Kinds.keyed, policy: OutboxEntry.Policy(.always))
        try harness.decide(.giveUp(nil), on: id)
        #expect(harness[id] == nil)
    }

    // MARK: The stored form

    private func text(_ policy: OutboxEntry.Policy) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(policy), as: UTF8.self)
    }

    @Test func itIsStoredWithTheEntryAndAbsentMeansNo() throws {
        #expect(try text(Self.precious) == #"{"needsConsent":true,"repetition":"always"}"#)
        #expect(try text(OutboxEntry.Policy(.always)) == #"{"repetition":"always"}"#)
        let read = try JSONDecoder().decode(OutboxEntry.Policy.self, from: Data(text(Self.precious).utf8))
        #expect(read == Self.precious)
        let earlier = Data(#"{"repetition":"always","isToggle":false}"#.utf8)
        #expect(try JSONDecoder().decode(OutboxEntry.Policy.self, from: earlier).needsConsent == false)
    }

    @Test func aKindSaysIt() {
        var kind = IntentKind<String>("transfer", on: .demo, send: { _ in .done() }, look: nil)
        #expect(!kind.needsConsent && !kind.policy.needsConsent)
        kind.needsConsent = true
        #expect(kind.policy.needsConsent && kind.policy.ageLimit == nil)
    }
}
