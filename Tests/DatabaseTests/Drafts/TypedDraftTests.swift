import Core
import Database
import Foundation
import Mocks
import PostFeatures
import Testing

/// What somebody types, from the screen to the disk, into the outbox, and back.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TypedDraftTests {
    /// Registers what a screen needs of a device, and runs a test.
    private func on(_ world: DraftWorld, _ test: @MainActor () async throws -> Void) async throws {
        let container = DependencyContainer()
        container.register((any DraftProvider).self) { world.drafts }
        container.register((any WritingProvider).self) { world.writing }
        container.register((any TimeProvider).self) { world.clock }
        let random = SeededRandomSource(seed: 7)
        container.register((any RandomSource).self) { random }
        try await Dependency.withContainer(container) { try await test() }
    }

    private func reply(_ world: DraftWorld, undo: Duration = .zero) async -> ReplyViewModel {
        let model = ReplyViewModel(
            .reply(to: world.post, in: nil, text: "the parent"), configuration: WritingConfiguration(undo: undo))
        await model.load()
        return model
    }

    @Test func whatWasTypedHalfASecondAgoSurvivesALossOfPower() async throws {
        let files = InMemoryFileSystem()
        let world = try DraftWorld(files)
        try await on(world) {
            let model = await reply(world)
            model.setText("The light went ou")
            try await world.clock.waitForSleepers(1)
            world.clock.advance(by: .milliseconds(400))
            await model.state.first { $0.writing.draftDate != nil }
            // And this was a moment ago.
            model.setText("The light went out")
        }
        files.crash()
        let next = try DraftWorld(files)
        try await on(next) {
            let model = await reply(next)
            #expect(model.state.value.text == "The light went ou" && model.state.value.writing.isRestored)
        }
    }

    @Test func aReplyGoesOutAndItsDraftWithIt() async throws {
        let world = try DraftWorld()
        try await on(world) {
            let model = await reply(world)
            model.setText("hello")
            await model.send()
            #expect(model.state.value.writing.progress == .queued)
            #expect(try await world.drafts.drafts().isEmpty)
            try await world.writing.send(as: world.ann, waitingFor: nil)
            await model.state.first { $0.writing.progress == .sent(result: "t1_new") }
            #expect(world.writing.outbox.value.sent.first?.made?.native == "t1_new")
            // What is written below it from now on names the comment.
            let below = ReplyViewModel(.reply(to: world.post, in: nil, text: nil))
            await below.load()
            #expect(below.state.value.text.isEmpty)
        }
    }

    @Test func whatIsTakenBackIsSentAgainUnderTheIDOfItsDraft() async throws {
        let world = try DraftWorld()
        try await on(world) {
            let model = await reply(world, undo: .seconds(5))
            model.setText("hello")
            await model.send()
            #expect(model.state.value.writing.canTakeBack)
            let id = try #require(world.writing.outbox.value.items.first?.id)
            await model.takeBack()
            #expect(world.writing.outbox.value.items.isEmpty)
            #expect(try await world.drafts.drafts().map(\.id) == [id.draftID])
            model.setText("hello again")
            await model.send()
            #expect(world.writing.outbox.value.items.map(\.text) == ["hello again"])
            #expect(try await world.drafts.drafts().isEmpty)
        }
    }

    @Test func aRefusedReplyIsChangedInItsPlace() async throws {
        let world = try DraftWorld(answer: .refused(OutboxEntry.Reason(.forbidden, "No.")))
        try await on(world) {
            let model = await reply(world)
            model.setText("hello")
            await model.send()
            try await world.writing.send(as: world.ann, waitingFor: nil)
            await model.state.first { state in
                if case .refused(let reason?) = state.writing.progress { reason.message == "No." } else { false }
            }
            let id = try #require(world.writing.outbox.value.items.first?.id)
            model.setText("better")
            await model.close(keepingDraft: true)
            #expect(try await world.drafts.drafts().map(\.text) == ["better"])
            await model.send()
            #expect(world.writing.outbox.value.items.map(\.text) == ["better"])
            #expect(world.writing.outbox.value.items.map(\.id) == [id])
            #expect(try await world.drafts.drafts().isEmpty)
        }
    }

    @Test func aDiskThatIsFullLosesNothing() async throws {
        let world = try DraftWorld()
        try await on(world) {
            let model = await reply(world)
            model.setText("hello")
            world.files.limitSpace(to: 0)
            await model.send()
            #expect(model.state.value.writing.banner?.error.code == .noSpace && model.state.value.text == "hello")
            #expect(world.writing.outbox.value.items.isEmpty)
            world.files.limitSpace(to: nil)
            await model.send()
            #expect(world.writing.outbox.value.items.map(\.text) == ["hello"])
            let drafts = try await world.drafts.drafts()
            #expect(drafts.isEmpty)
        }
    }
}

extension ObservableValue {
    /// Waits for a value that fits; a value that is there already counts.
    @MainActor
    fileprivate func first(where fits: @Sendable (Value) -> Bool) async {
        for await value in values where fits(value) { return }
    }
}
