import CommunityServer
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityScreens

/// Posts that are written, and rooms.
extension CommunityWalk {
    static let writing = [
        CommunityWalk("a post that is written", on: "EditorScreen", all: "inEditor") { community, fixture in
            let path = try fixture.picture("lamp")
            community.perform(.publish)
            await community.settle()
            community.type("A lamp")
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.editor, .topic, .discard, .addPicture)
            for isLast in [false, true] {
                community.perform(.addPicture)
                await community.settle()
                community.type(path)
                community.press("enter")
                try await community.see { $0.text.contains("1. lamp.jpeg") }
                if !isLast { try await walk.perform(.removePicture) }
            }
            try await walk.perform(.back)
            // It was kept.
            community.perform(.publish)
            try await community.see { $0.text.contains("1. lamp.jpeg") }
            await community.settle()
            walk = walk.continued(on: community.stack.current)
            try await walk.perform(.send)
            return walk
        },
        CommunityWalk(
            "rooms", on: "RoomsScreen", all: "inItems",
            prepare: { fixture in
                _ = try fixture.server.say("Hello", from: Person.cleo.id, to: Person.ann.id)
            },
            body: { community, fixture in
                try await community.go(to: "Messages")
                try await community.see { $0.text(ofRow: 0).hasSuffix("1/2") }
                var walk = ActionWalk(community, on: fixture)
                try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .refresh, .open, .outbox, .menu)
                try await walk.perform(.back)
                return walk
            }
        ),
        CommunityWalk(
            "a room", on: "ChatScreen", all: "inRoom",
            prepare: { fixture in
                for number in 1...30 { _ = try fixture.server.say("\(number)", from: Person.ben.id, to: Person.ann.id) }
            },
            body: { community, fixture in
                let path = try fixture.picture("lamp")
                try await openRoom(community)
                var walk = ActionWalk(community, on: fixture)
                try await walk.perform(.up, .down, .pageUp, .pageDown, .addPicture, .fetch, .find)
                community.press("esc")
                community.perform(.addPicture)
                await community.settle()
                community.type(path)
                community.press("enter")
                try await community.see { $0.text.contains("1 picture") }
                try await walk.perform(.removePicture)
                community.type("Hello")
                fixture.server.setFault(.status(403), only: .call(.sendMessage))
                try await walk.perform(.send)
                try await community.see { $0.text.contains("> I · Not sent. Send it again") }
                try await walk.perform(.resend)
                try await community.see { $0.text.contains("> I · Not sent. Send it again") }
                try await walk.perform(.discard, .back)
                return walk
            }
        ),
        CommunityWalk(
            "a search in a room", on: "ChatScreen",
            prepare: { fixture in
                for number in 1...30 {
                    _ = try fixture.server.say("Number \(number)", from: Person.ben.id, to: Person.ann.id)
                }
            },
            body: { community, fixture in
                try await openRoom(community)
                community.perform(.find)
                community.type("Number")
                try await community.see { $0.text(ofRow: 0).hasSuffix("30/30") }
                var walk = ActionWalk(community, on: fixture)
                try await walk.perform(.up, .down, .pageUp, .pageDown, .open)
                community.perform(.find)
                // Back to the room.
                var end = ActionWalk(community, on: fixture)
                try await end.perform(.back)
                walk = walk.joined(with: end)
                return walk
            }
        ),
    ]

    /// Opens ann's room with ben, and waits for what the server has of it.
    @MainActor
    static func openRoom(_ community: DrivenCommunity) async throws {
        try await community.go(to: "Messages")
        try await community.see { $0.text.contains("ben") }
        community.perform(.open)
        try await community.see { $0.text(ofRow: 0).hasPrefix("Chat with ben") && $0.text(ofRow: 0).contains("/") }
        await community.settle()
    }
}
