import Core
import Foundation
import Lantern

/// A room with Lantern: an app as one call wires it, from the store to the rows of a screen.
@MainActor
struct LanternRooms {
    let plan: ReadingPlan
    let source: RoomSource
    private let clock = ContinuousClock()
    private let room = ChatRoom.ID(AccountKey(site: .demo, name: RoomSource.own), RoomSource.room)

    nonisolated init(_ plan: ReadingPlan, _ source: RoomSource) { (self.plan, self.source) = (plan, source) }

    /// An app that runs.
    private struct App {
        let services: AppServices
        let messages: any MessageProvider
    }

    func run(_ report: inout Report) async throws {
        let folder = "\(plan.folder)/rooms"
        if !FileManager.default.fileExists(atPath: folder) { try await fill(folder) }
        if plan.wants(.roomCold) { try await cold(folder, &report) }
        let app = try await start(folder)
        if plan.wants(.room) {
            try await measure(.room, &report) { _ in try await newest(app) }
        }
        if plan.wants(.roomDate) {
            try await measure(.roomDate, &report) { round in try await date(app, round) }
        }
        if plan.wants(.roomSearch) { try await search(app, &report) }
        try await app.services.finish()
    }

    private func start(_ folder: String) async throws -> App {
        let container = DependencyContainer()
        let sending = MessageSending(RoomCloud(source: source))
        let services = try await LanternWriting.services(in: folder, container, kinds: sending.kinds)
        return Dependency.withContainer(container) {
            App(services: services, messages: DefaultMessageProvider(sending))
        }
    }

    private func fill(_ folder: String) async throws {
        plan.log("filling Lantern's store with a room")
        let app = try await start(folder)
        let error = try await app.messages.sync(room)
        try check(error == nil, "the room is not stored: \(error?.message ?? "")")
        try await app.services.finish()
    }

    private func cold(_ folder: String, _ report: inout Report) async throws {
        var (all, opening) = (Samples(), Samples())
        for _ in 0..<plan.rounds {
            let begin = clock.now
            let app = try await start(folder)
            let opened = clock.now
            try await newest(app)
            all.add(clock.now - opened)
            opening.add(opened - begin)
            try await app.services.finish()
        }
        report.add(all, .roomCold)
        report.add(opening, part: "start the app with the room")
    }

    private func measure(
        _ step: Step, _ report: inout Report, _ work: (_ round: Int) async throws -> Void
    ) async throws {
        var samples = Samples()
        // The first one warms up.
        for round in 0...plan.rounds {
            let begin = clock.now
            try await work(round)
            if round > 0 { samples.add(clock.now - begin) }
        }
        report.add(samples, step)
    }

    private func newest(_ app: App) async throws {
        let page = try await app.messages.messages(in: room, at: .newest, limit: RoomSource.screen)
        try check(
            page.messages.last?.native == source.messages.last?.id && page.messages.count == RoomSource.screen,
            "\(page.messages.count) messages are shown")
    }

    private func date(_ app: App, _ round: Int) async throws {
        let number = plan.place(round)
        let page = try await app.messages.messages(
            in: room, at: .date(RoomSource.date(number)), limit: RoomSource.screen)
        try check(
            page.messages.contains { $0.native == source.messages[number].id }, "the message of the date is not shown")
    }

    private func search(_ app: App, _ report: inout Report) async throws {
        var samples = Samples()
        // Each was asked once before.
        for isWarm in [false, true] {
            for query in source.queries {
                let begin = clock.now
                let found = try await app.messages.search(query, in: room, limit: RoomSource.found)
                if isWarm { samples.add(clock.now - begin) }
                try check(found.count <= RoomSource.found, "too many messages are found")
            }
        }
        report.add(samples, .roomSearch)
    }
}
