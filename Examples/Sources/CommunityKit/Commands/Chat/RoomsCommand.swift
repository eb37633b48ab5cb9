import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// Lists the rooms of the person in use.
struct RoomsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "Lists the rooms in which the person in use and others write to each other.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let use: StoreUse = options.offline ? .reading : .writing
        try await CommunitySession.run(options, CommandManner(use: use)) { session in
            var update = RoomUpdate()
            if let account = session.current?.key {
                let messages = Dependency.resolve((any MessageProvider).self)
                do {
                    let isOffline = session.isOffline
                    update = try await isOffline ? messages.rooms(of: account) : messages.refreshRooms(of: account)
                    if isOffline, update.refreshed == nil, update.rooms.isEmpty {
                        update.error = CommunitySession.offlineReason
                    }
                } catch let error as DataError where CommunitySession.isOfServer(error.code) || error.isAboutSession {
                    update.error = error
                }
            } else {
                update.error = DataError(.unauthorized)
            }
            let isStored = update.refreshed != nil || !update.rooms.isEmpty
            let origin = update.isFetched ? "network" : "database"
            try session.answer(update.error, isStored: isStored, text: session.text(of: update.rooms)) {
                RoomListOutput(rooms: update.rooms.map(RoomOutput.init), origin: origin, error: $0)
            }
        }
    }
}

extension CommunitySession {
    /// The words of the newest message for a list of rooms.
    static func text(of preview: ChatRoom.Preview) -> String {
        preview.text ?? format.text(CommunityCommandPhrase.pictures, counting: preview.fileCount)
    }

    /// The lines of a list of rooms.
    fileprivate func text(of rooms: [ChatRoom]) -> String {
        guard !rooms.isEmpty else { return Self.format.text(ListPhrase.nothingYet) }
        let now = Dependency.resolve((any TimeProvider).self).now
        return rooms.map { room in
            let name = room.other.map { Person($0).line } ?? room.id.native.harmless
            let head = "\(room.isUnread ? "●" : " ") \(name) · \(Self.texts.relativeDate(room.updated, now: now))"
            let lines = [head] + (room.last.map { ["    \(Self.text(of: $0).harmless)"] } ?? [])
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
