import CommandKit
import Community
import ConsoleKit
import Core
import Database
import Foundation
import ServerKit

/// A room as the command shows it, and what comes while it waits.
struct ShownChat {
    private let session: CommunitySession
    private let room: ChatRoom
    private let provider = Dependency.resolve((any MessageProvider).self)
    private let own: Person?

    /// The time between two questions to the server where no live events come.
    private static let interval = Duration.seconds(10)
    /// The number of the newest messages among which new ones are looked for.
    private static let lately = 500

    init(_ session: CommunitySession, _ room: ChatRoom) {
        (self.session, self.room) = (session, room)
        own = session.current?.user.map { Person(id: $0.id, nick: $0.name) }
    }

    /// The stored messages, the oldest first, and behind them what is not sent.
    ///
    /// - Parameter limit: The greatest number of those that the server has; all by default.
    /// - Returns: The messages.
    /// - Throws: The reason why the store cannot be read.
    func messages(limit: Int = .max) async throws -> [MessageOutput] {
        let page = try await provider.messages(in: room.id, at: .newest, limit: limit)
        return page.messages.map { MessageOutput(message: $0, own: own) }
    }

    /// Fetches what is new, and notes that it is shown.
    ///
    /// - Returns: The reason why not everything came; nil where it did.
    func sync() async throws -> DataError? {
        let error = try await provider.sync(room.id)
        // Nothing can be noted now, and what came is fetched again.
        if error?.code == .storeBusy { return error }
        let newest = try await provider.messages(in: room.id, at: .newest, limit: 1)
        if let position = newest.messages.compactMap(\.position).max() {
            try await provider.markShown(position, in: room.id)
        }
        return error
    }

    /// Prints what comes for a while; in between other programs have the store.
    ///
    /// - Parameter time: The time; an interrupt ends it before.
    /// - Returns: The reason why not everything may have come; nil for none.
    /// - Throws: The reason why the store cannot be read or written; `CancellationError`.
    func follow(for time: Duration) async throws -> DataError? {
        let signals = TerminationSignals()
        let interrupt = Task { await signals.first() }
        defer { interrupt.cancel() }
        let first = try await sync()
        let history = Set(try await messages().map(\.message.native))
        try await session.store.suspend()
        let news = News(self, shown: history, isHistoryKnown: first == nil || !history.isEmpty, error: first)
        var failure: (any Error)?
        do {
            try await news.take(until: time, interrupt, events: session.services.live)
        } catch {
            failure = error
        }
        if let failure { throw failure }
        do {
            try await session.store.resume(waitingUpTo: .seconds(3))
        } catch let error as StoreError where error.code == .storeBusy {
            // Another program writes at this moment; what is shown has only to be read.
        }
        return await news.error
    }

    /// Waits.
    ///
    /// - Parameter time: The time.
    /// - Returns: Whether it is over; false where the task was cancelled.
    private static func pause(_ time: Duration) async -> Bool {
        do {
            try await Task.sleep(for: time)
            return true
        } catch {
            return false
        }
    }

    /// The printing of new messages, each once.
    private actor News {
        private let chat: ShownChat
        private var shown: Set<String?>
        /// Whether what was there at the beginning is known; until then all that comes is that.
        private var isHistoryKnown: Bool
        private(set) var error: DataError?

        init(_ chat: ShownChat, shown: Set<String?>, isHistoryKnown: Bool, error: DataError?) {
            (self.chat, self.shown, self.isHistoryKnown, self.error) = (chat, shown, isHistoryKnown, error)
        }

        /// Asks the server whenever something may have come, until the time is over or a signal ends it.
        func take(
            until time: Duration, _ interrupt: Task<Void, Never>, events: (any LiveMessageProvider)?
        ) async throws {
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let room = chat.room.id
            let waiting = Task {
                await withTaskGroup(of: Void.self) { group in
                    // Both end the wait; being cancelled does, too.
                    group.addTask { _ = await ShownChat.pause(time) }
                    group.addTask { await interrupt.value }
                    await group.next()
                    group.cancelAll()
                    wake.finish()
                }
            }
            let telling = Task {
                await withTaskGroup(of: Void.self) { group in
                    if let events {
                        // Each says that there may be something; what that is, the server's answer tells in its order.
                        group.addTask { for await _ in events.events(in: room) { wake.yield() } }
                    }
                    group.addTask {
                        while await ShownChat.pause(interval) { wake.yield() }
                    }
                }
            }
            var retry: Task<Void, Never>?
            defer {
                telling.cancel()
                waiting.cancel()
                retry?.cancel()
            }
            if error?.code == .storeBusy { wake.yield() }
            for await _ in wakes where try await !take() {
                retry?.cancel()
                retry = Task { if await ShownChat.pause(.seconds(1)) { wake.yield() } }
            }
        }

        /// Fetches and prints what is new.
        ///
        /// - Returns: Whether that was possible; false while another program writes.
        private func take() async throws -> Bool {
            do {
                try await chat.session.store.resume(waitingUpTo: .seconds(3))
            } catch let busy as StoreError where busy.code == .storeBusy {
                error = DataError(busy)
                return false
            }
            do {
                error = try await chat.sync()
                if !isHistoryKnown, error == nil {
                    shown = Set(try await chat.messages().map(\.message.native))
                    isHistoryKnown = true
                }
                for message in try await chat.messages(limit: lately) {
                    guard let native = message.message.native, shown.insert(native).inserted else { continue }
                    if chat.session.isJSON {
                        try JSONOutput.printLine(message)
                    } else {
                        try Console.answer(chat.session.line(of: message))
                    }
                }
            } catch {
                try await chat.session.store.suspend()
                throw error
            }
            try await chat.session.store.suspend()
            return error?.code != .storeBusy
        }
    }
}
