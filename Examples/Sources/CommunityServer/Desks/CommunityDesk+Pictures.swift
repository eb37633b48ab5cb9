import Foundation
import ServerKit

/// Pictures, up and down.
extension CommunityDesk {
    /// Keeps the pictures of a form, in their order.
    func upload(_ visit: Visit, room: Room?) throws -> Answer {
        let parts = visit.request.parts.filter { $0.name == "files" }
        guard (1...Picture.greatestCount).contains(parts.count), parts.count == visit.request.parts.count else {
            throw Refusal(400, "A form has 1 to \(Picture.greatestCount) parts, all named 'files'.")
        }
        for part in parts { try check(part) }
        let folder = room == nil ? "posts" : "chats"
        let paths = try store.change { state in
            try parts.map { part in
                let path = "\(Picture.folder)/\(folder)/\(state.newID()).jpeg"
                try store.shelf.put(part.data, at: path)
                state.files[path] = StoredFile(owner: visit.me.id, contentType: "image/jpeg", room: room?.id)
                return path
            }
        }
        return .json(.object([("files", .array(paths.map { .string($0) }))]))
    }

    /// - Throws: ``Refusal`` with 400 for a part that is no JPEG file of the size that is allowed.
    func check(_ part: CommunityRequest.Part) throws {
        guard part.fileName != nil, part.data.starts(with: Picture.start) else {
            throw Refusal(400, "A picture is a JPEG file.")
        }
        guard part.data.count <= configuration.greatestPicture else {
            throw Refusal(400, "A picture has at most \(configuration.greatestPicture) bytes.")
        }
    }

    func file(_ visit: Visit) throws -> Answer {
        let path = visit.route[0]
        guard let file = visit.state.files[path], let data = store.shelf.data(at: path) else {
            throw Refusal(404, "There is no such file.")
        }
        if let id = file.room, let room = visit.state.rooms.first(where: { $0.id == id }),
            !room.people.contains(visit.me.id)
        {
            throw Refusal.notAParticipant
        }
        return Answer(body: .file(data, contentType: file.contentType))
    }

    /// Returns whether all paths are of pictures that a person has uploaded for a room or, with nil, for posts.
    func areUploaded(_ paths: [String], by person: String, for room: String?, in state: CommunityState) -> Bool {
        paths.count <= Picture.greatestCount
            && paths.allSatisfy { path in
                state.files[path].map { $0.owner == person && $0.room == room } ?? false
            }
    }
}
