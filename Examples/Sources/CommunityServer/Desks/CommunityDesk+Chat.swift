import Foundation
import ServerKit

/// Rooms and messages.
extension CommunityDesk {
    private struct RoomFields: Decodable {
        var opponent: String?

        private enum CodingKeys: String, CodingKey {
            case opponent = "opponent_id"
        }
    }

    private struct MessageFields: Decodable {
        var content: String?
        var files: [String]?
    }

    /// Returns the room of two people, and makes it where there is none; for whatever is missing the service has 410.
    func openRoom(_ visit: Visit) throws -> Answer {
        // The status of a body that cannot be read, too.
        guard let other = (try? visit.request.fields(RoomFields.self))?.opponent, other != visit.me.id else {
            throw Refusal(410, "Nothing was created.")
        }
        let time = store.time
        let json = try store.change { state in
            guard state.member(other) != nil else { throw Refusal.accountNotFound }
            let room = state.room(of: visit.me.id, and: other, at: time)
            return Renderer(state: state).room(room)
        }
        return .json(json)
    }

    /// The person's rooms, the last one changed first.
    func rooms(_ visit: Visit) -> Answer {
        let rooms = visit.state.rooms.filter { $0.people.contains(visit.me.id) }
            .sorted { ($0.updated, $0.id) > ($1.updated, $1.id) }
        return .json(.object([("data", .array(rooms.map(Renderer(state: visit.state).room)))]))
    }

    /// The messages of a room after a date, all at once, the oldest first.
    func messages(_ visit: Visit) throws -> Answer {
        var cursor: Int?
        if let text = visit.request.queryValue("cursor_date"), !text.isEmpty {
            cursor = WireDate.milliseconds(text)
            if cursor == nil { throw Refusal(500, "'cursor_date' is not a date in UTC.") }
        }
        let room = try room(visit, in: visit.state)
        let messages = visit.state.messages(in: room.id)
            .filter { message in
                cursor.map { message.created > $0 || (configuration.includesCursor && message.created == $0) } ?? true
            }
            .sorted { ($0.created, $0.id) < ($1.created, $1.id) }
        return .json(.object([("data", .array(messages.map(Renderer(state: visit.state).message)))]))
    }

    func sendMessage(_ visit: Visit) throws -> Answer {
        let fields: MessageFields = try visit.request.fields()
        let (text, files) = (fields.content, fields.files ?? [])
        guard (text?.isBlank ?? true) == !files.isEmpty, text == nil || files.isEmpty else {
            throw Refusal(400, "A message is either 'content' or 'files'.")
        }
        let message = try store.change(
            { state in
                let room = try room(visit, in: state)
                guard areUploaded(files, by: visit.me.id, for: room.id, in: state) else {
                    throw Refusal(400, "The files are not those of pictures that were uploaded here, 5 at most.")
                }
                let last = visit.manner == .sameTime ? state.lastMessage(in: room.id)?.created : nil
                return state.say(text, files, in: room.id, by: visit.me.id, at: last ?? store.time)
            },
            then: { message, state in announcer.announce(message, in: state, visit.manner) })
        return .json(Renderer(state: try store.state()).message(message))
    }

    /// The room that a call names, if the caller may.
    func room(_ visit: Visit, in state: CommunityState) throws -> Room {
        guard let room = state.rooms.first(where: { $0.id == visit.route[0] }) else { throw Refusal.roomNotFound }
        guard room.people.contains(visit.me.id) else { throw Refusal.notAParticipant }
        guard room.people.allSatisfy({ state.member($0) != nil }) else { throw Refusal.accountNotFound }
        return room
    }
}

extension CommunityState {
    /// Returns the room of two people, and makes it where there is none.
    mutating func room(of one: String, and other: String, at time: Int) -> Room {
        if let room = rooms.first(where: { Set($0.people) == [one, other] }) { return room }
        let room = Room(id: newID(), people: [one, other], created: time, updated: time)
        rooms.append(room)
        return room
    }

    /// Adds a message to a room.
    mutating func say(_ text: String?, _ files: [String], in room: String, by person: String, at time: Int) -> Message {
        let message = Message(
            id: newID(), room: room, sender: person, created: time, text: text, files: files)
        messages.append(message)
        if let index = rooms.firstIndex(where: { $0.id == room }) {
            rooms[index].updated = max(rooms[index].updated, time)
        }
        return message
    }
}
