import Core
import Foundation
import Testing

@testable import Database

/// What an account has set of posts and not sent yet, as long lists ask for it.
struct PendingPostsTests {
    private let anna = MarkOwner.account(AccountKey(site: .demo, name: "t2_anna"))

    @Test(arguments: [0, 1, 3, 300]) func itTellsEachPostFromAllOthers(_ count: Int) {
        var overlay: PendingOverlays.Overlay = [:]
        for number in 0..<count {
            var intents = PendingIntents()
            intents.take(.vote, ConfirmedValues(vote: number % 2 == 0 ? .up : .down), at: .distantPast)
            overlay[.post(Post.ID(site: .demo, native: "t3_\(number)"))] = intents
            overlay[.comment(Comment.ID(site: .demo, native: "t3_\(number + 5000)"))] = intents
        }
        let pending = PendingPosts(overlay, of: anna)
        for number in 0..<1000 {
            let marks = pending[Post.ID(site: .demo, native: "t3_\(number)")]
            #expect(marks?.vote == (number < count ? number % 2 == 0 ? .up : .down : nil))
            #expect(marks?.pending == (number < count ? [.vote] : nil))
            #expect(pending[Post.ID(site: .reddit, native: "t3_\(number)")] == nil)
        }
        #expect(pending[Post.ID(site: .demo, native: "")] == nil)
        #expect(pending[Post.ID(site: .demo, native: "t3_5001")] == nil)
    }
}
