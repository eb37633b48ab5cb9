import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// What a person takes back in a wired app: on this device, and by way of the outbox.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct WiredUndoTests {
    private let app = WritingApp()
    private var site: TestSite { app.site }
    private var sender: OpenSender { app.sender }
    private var outbox: ObservableValue<OutboxState> { app.outbox }

    private func start() async throws -> AppServices {
        let services = try await app.start()
        try await Dependency.resolve((any SettingsProvider).self).update { $0.syncStatuses = true }
        return services
    }

    @Test func whatIsNotSentIsReplaced() async throws {
        sender.isOffline.set(true)
        let services = try await start()
        app.signIn()
        let list = await app.open()
        let id = site.id("a")
        await list.setVote(.up, for: id)
        await list.setSaved(true, for: id)
        #expect(list.item(id)?.status.pending == [.vote, .saved] && outbox.value.items.map(\.kind) == [.vote, .save])
        #expect(await list.undo() == .saved(false))
        #expect(list.item(id)?.status.isSaved == false)
        // Nobody knows what the server has, so it is told the earlier value, and never the one that was taken back.
        #expect(outbox.value.items.map(\.kind) == [.vote, .save] && outbox.value.items.last?.value == "0")
        #expect(sender.sent.all.isEmpty)
        list.stop()
        try await services.finish()
    }

    @Test func ofWhatWasSentTheServerIsToldAnewAlsoAfterARestart() async throws {
        sender.isOpen.set(true)
        var services = try await start()
        app.signIn()
        var list = await app.open()
        let id = site.id("a")
        await list.hide(id)
        await list.set(.read(true), for: [id])
        for await state in outbox.values where state.items.isEmpty { break }
        #expect(sender.sent.all.map(\.kind.rawValue) == ["hide", "read"])
        list.stop()
        try await services.finish()

        services = try await start()
        app.signIn()
        list = await app.open()
        #expect(list.state.value.canUndo && list.item(id) == nil)
        #expect(await list.undo() == .read(false))
        #expect(await list.undo() == .hidden(false))
        #expect(list.item(id)?.status.isRead == false)
        for await state in outbox.values where state.items.isEmpty { break }
        #expect(sender.sent.all.map(\.kind.rawValue) == ["hide", "read", "read", "hide"])
        #expect(await list.undo() == nil)
        list.stop()
        try await services.finish()
    }

    @Test func eachAccountTakesBackItsOwn() async throws {
        let services = try await start()
        app.signIn()
        let list = await app.open()
        let id = site.id("a")
        await list.setSaved(true, for: id)
        app.signIn("ben")
        for await state in list.state.values where !state.canUndo { break }
        await list.setFavourite(true, for: id)
        app.signIn()
        for await state in list.state.values where state.items.first?.status.isSaved == true { break }
        #expect(await list.undo() == .saved(false))
        #expect(await list.undo() == nil)
        app.signIn("ben")
        for await state in list.state.values where state.canUndo { break }
        #expect(await list.undo() == .favourite(false))
        list.stop()
        try await services.finish()
    }

    @Test func manyMarksAreOneActAlsoByWayOfTheOutbox() async throws {
        let services = try await start()
        app.signIn()
        let list = await app.open()
        await list.markAboveAsRead(site.id("b"))
        await list.markBelowAsRead(site.id("a"))
        #expect(list.state.value.items.map(\.status.isRead) == [true, true])
        #expect(await list.undoLast() == UndoneAct(.read(false), of: [site.id("b")]))
        #expect(list.state.value.items.map(\.status.isRead) == [true, false])
        await list.set(.saved(true), for: [site.id("a"), site.id("b")])
        #expect(await list.undoLast() == UndoneAct(.saved(false), of: [site.id("a"), site.id("b")]))
        #expect(list.state.value.items.allSatisfy { !$0.status.isSaved })
        list.stop()
        try await services.finish()
    }
}
