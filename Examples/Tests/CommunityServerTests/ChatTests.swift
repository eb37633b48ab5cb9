import CommunityServer
import Foundation
import Synchronization
import Testing

@Suite("Rooms and messages")
struct ChatTests {
    private func room(_ member: Member, with other: String) throws -> String {
        try #require(member.post("chats", #"{"opponent_id":"\#(other)"}"#).json["room_id"]?.string)
    }

    @Test("Two people have one room, whoever opens it")
    func rooms() throws {
        let server = CommunityServer.test()
        let (ann, cleo) = (try Member.of(.ann, server), try Member.of(.cleo, server))
        #expect(cleo.get("chats").json == .object(["data": .array([])]))
        let opened = ann.post("chats", #"{"opponent_id":"\#(cleo.id)"}"#)
        #expect(opened.status == 200)
        #expect(opened.json.keys == ["room_id", "createdAt", "updatedAt", "participants"])
        #expect(opened.json["participants"]?.elements.map { $0["nick"]?.string } == ["ann", "cleo"])
        #expect(cleo.post("chats", #"{"opponent_id":"\#(ann.id)"}"#).json == opened.json)
        #expect(cleo.get("chats").json.data == [opened.json])
        for body in ["", "{}", #"{"opponent_id":"\#(ann.id)"}"#, #"{"opponent_id":"6c616e740000000000000000"}"#] {
            #expect(ann.post("chats", body).status == 410)
        }
    }

    @Test("A message is text or pictures, and moves its room to the front")
    func send() throws {
        let clock = TestClock()
        let server = CommunityServer.test(clock)
        let (ann, cleo) = (try Member.of(.ann, server), try Member.of(.cleo, server))
        let room = try room(ann, with: cleo.id)
        clock.advance(by: 5)
        let text = ann.post("chats/\(room)", #"{"content":"Hello"}"#)
        #expect(text.status == 200 && text.json["content"]?.string == "Hello")
        #expect(text.json.keys == ["chat_id", "room_id", "createdAt", "content", "sender", "files"])
        #expect(text.json["createdAt"]?.string == "2025-06-15T15:06:45.250Z")
        let files = try #require(cleo.upload(2, room: room).json["files"]?.strings)
        clock.advance(by: 1)
        let pictures = cleo.post("chats/\(room)", #"{"files":["\#(files[1])","\#(files[0])"]}"#)
        #expect(pictures.status == 200 && pictures.json["files"]?.strings == [files[1], files[0]])
        #expect(pictures.json["content"] == nil)
        #expect(ann.get("chats/\(room)").json.data == [text.json, pictures.json])
        let rooms = ann.get("chats").json.data
        #expect(rooms.count == 2 && rooms[0]["room_id"]?.string == room && rooms[0]["lastChat"] == pictures.json)
        #expect(rooms[0]["updatedAt"] == pictures.json["createdAt"])
        #expect(ann.get(files[0]).body == FormPart.picture(0).data)
    }

    @Test("A message that is neither, or both, or of others' pictures is 400")
    func refused() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let room = try room(ann, with: ben.id)
        let file = try #require(ann.upload(1, room: room).json["files"]?[0]?.string)
        let post = try #require(ann.upload(1).json["files"]?[0]?.string)
        let theirs = try #require(ben.upload(1, room: room).json["files"]?[0]?.string)
        for body in [
            "", "{}", #"{"content":" "}"#, #"{"files":[]}"#, #"{"content":"a","files":["\#(file)"]}"#,
            #"{"content":"","files":["\#(file)"]}"#,
            #"{"files":["\#(post)"]}"#, #"{"files":["\#(theirs)"]}"#, #"{"content":3}"#,
        ] {
            #expect(ann.post("chats/\(room)", body).status == 400, "\(body)")
        }
        #expect(ann.post("chats/\(room)", #"{"files":["\#(file)"]}"#).status == 200)
        #expect(ann.upload(6, room: room).status == 400)
    }

    @Test("A room is for its two people only, and not when one of them is gone")
    func others() throws {
        let server = CommunityServer.test()
        let (ann, ben, cleo) = (try Member.of(.ann, server), try Member.of(.ben, server), try Member.of(.cleo, server))
        let room = try room(ann, with: ben.id)
        let file = try #require(ann.upload(1, room: room).json["files"]?[0]?.string)
        func statuses(_ member: Member, _ room: String) -> [Int] {
            [
                member.get("chats/\(room)").status, member.post("chats/\(room)", #"{"content":"x"}"#).status,
                member.upload(1, room: room).status,
            ]
        }
        #expect(statuses(cleo, room) == [445, 445, 445] && cleo.get(file).status == 445)
        #expect(ben.get(file).status == 200)
        #expect(statuses(ann, "6c616e740000000000000000") == [410, 410, 410])
        #expect(ben.get("users/withdraw").status == 200)
        #expect(statuses(ann, room) == [410, 410, 410])
        #expect(ann.post("chats", #"{"opponent_id":"\#(ben.id)"}"#).status == 410)
    }

    @Test("A cursor is a date in UTC; what is later comes, and with it what is of that time if that is set")
    func cursor() throws {
        let clock = TestClock()
        for includes in [false, true] {
            let server = CommunityServer.test(clock) { $0.includesCursor = includes }
            let (ann, ben) = (try Member.of(.ann, server), CommunityServer.DemoPerson.ben)
            let room = try room(ann, with: ben.id)
            let all = ann.get("chats/\(room)").json.data
            #expect(all.count == 6 && ann.get("chats/\(room)?cursor_date").json.data == all)
            let dates = all.compactMap { $0["createdAt"]?.string }
            #expect(dates == dates.sorted() && Set(dates).count == 6)
            for (place, date) in dates.enumerated() {
                let rest = ann.get("chats/\(room)?cursor_date=\(date)").json.data
                #expect(rest == Array(all.dropFirst(includes ? place : place + 1)))
            }
            #expect(ann.get("chats/\(room)?cursor_date=2025-06-15T12:06:40Z").json.data.count == 6)
            #expect(ann.get("chats/\(room)?cursor_date=2025-06-15T12:07:00.25Z").json.data.count == 5)
            for wrong in [
                "2025-06-15T17:06:40.250+02:00", "2025-06-15T15:06:40", "yesterday", "2025-13-01T00:00:00Z", "Z",
                "2025-06-15T15:06:40.Z", "2025-06-15",
            ] {
                let value = wrong.replacing("+", with: "%2B")
                #expect(ann.get("chats/\(room)?cursor_date=\(value)").status == 500, "\(wrong)")
            }
        }
    }

    @Test("Dates come back to the millisecond, also across a leap day")
    func dates() throws {
        let clock = TestClock()
        let server = CommunityServer.test(clock)
        let (ann, ben) = (try Member.of(.ann, server), CommunityServer.DemoPerson.ben)
        let room = try room(ann, with: ben.id)
        // From June 2025 to the end of February 2028, and to the end of that year.
        for (days, beginning) in [(989.0, "2028-02-29T"), (1, "2028-03-01T"), (305, "2028-12-31T"), (1, "2029-01-01T")]
        {
            clock.advance(by: days * 86_400 + 0.001)
            try server.expireAccessTokens()
            let again = try Member.of(.ann, server)
            let date = try #require(
                again.post("chats/\(room)", #"{"content":"Later"}"#).json["createdAt"]?.string)
            #expect(date.hasPrefix(beginning))
            #expect(again.get("chats/\(room)?cursor_date=\(date)").json.data.isEmpty)
            let before = WireClock.text(before: date)
            #expect(again.get("chats/\(room)?cursor_date=\(before)").json.data.count == 1, "\(date) \(before)")
        }
    }

    @Test("Every message that is stored is announced, in order, before its sender is answered")
    func announced() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let room = try room(ann, with: ben.id)
        let heard = Mutex<[StoredMessage]>([])
        let end = server.onMessage { message in heard.withLock { $0.append(message) } }
        let one = ann.post("chats/\(room)", #"{"content":"One"}"#).json
        #expect(heard.withLock { $0.count } == 1)
        _ = ann.post("chats/\(room)", #"{"content":" "}"#)
        let second = try server.say("Two", from: ben.id, to: ann.id)
        #expect(throws: CommunityServerError.nobody) { try server.say("x", from: "nobody", to: ann.id) }
        let messages = heard.withLock { $0 }
        #expect(messages.map(\.room) == [room, room] && messages.map(\.sender) == [ann.id, ben.id])
        #expect(messages.last?.id == second)
        #expect(try JSONDecoder().decode(JSON.self, from: messages[0].json) == one)
        end()
        try server.say("Three", from: ben.id, to: ann.id)
        #expect(heard.withLock { $0.count } == 2)
    }
}

/// Dates without the help of what is tested.
private enum WireClock {
    /// The text of a millisecond earlier; the last three digits before the `Z` must not be zeros.
    static func text(before date: String) -> String {
        let digits = Int(date.dropLast().suffix(3)) ?? 0
        let text = String(digits - 1)
        return date.dropLast(4) + String(repeating: "0", count: 3 - text.count) + text + "Z"
    }
}
