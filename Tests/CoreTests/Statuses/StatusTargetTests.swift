import Core
import Foundation
import Testing

/// The written forms of targets and owners, by which stores keep statuses.
struct StatusTargetTests {
    private let post = Post.ID(site: .demo, native: "t3_a")

    @Test func aPostAndACommentOfOneNameAreTwoTargets() {
        let comment = Comment.ID(site: .demo, native: "t3_a")
        #expect(StatusTarget.post(post) != .comment(comment))
        #expect(StatusTarget.post(post).post == post && StatusTarget.post(post).comment == nil)
        #expect(StatusTarget.comment(comment).comment == comment && StatusTarget.comment(comment).post == nil)
        #expect("\(StatusTarget.comment(comment))" == "comment|demo/t3_a")
    }

    @Test(arguments: [nil, "t2_anna", "a|b", "100%", "%7c", "a/b", "|", "\u{301}a", "a|\u{301}", "%\u{301}7c"])
    func whatIsWrittenIsReadBack(name: String?) throws {
        let site = Site(rawValue: "lemmy:example.org")
        let owner = name.map { MarkOwner.account(AccountKey(site: site, name: $0)) } ?? .nobody
        for native in ["t3_a", "a|b", "post/17", "%7c", "\u{301}", "|\u{301}"] {
            let id = OwnedTarget(owner, StatusTarget(.comment, site: site, native: native))
            #expect(OwnedTarget(id.description) == id)
            #expect(try JSONDecoder().decode(OwnedTarget.self, from: JSONEncoder().encode(id)) == id)
        }
        #expect(MarkOwner(owner.description) == owner)
    }

    @Test func nobodysTargetIsWrittenWithADash() {
        #expect("\(OwnedTarget(.nobody, .post(post)))" == "-|post|demo/t3_a")
    }

    @Test(arguments: ["", "-", "-|post", "-|post|", "-|post|demo", "-||demo/a", "|post|demo/a", "demo|post|demo/a"])
    func anInvalidTargetIsNotParsed(text: String) {
        #expect(OwnedTarget(text) == nil)
    }

    @Test func aTargetThatCannotBeReadBackIsNotWritten() {
        let bad = OwnedTarget(.nobody, StatusTarget(.post, site: .demo, native: ""))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(bad) }
    }

    @Test func aKindThatOnlyANewerVersionKnowsIsKept() {
        let id = OwnedTarget("-|message|demo/7")
        #expect(id?.target.kind == StatusTarget.Kind(rawValue: "message"))
        #expect(id?.description == "-|message|demo/7")
    }
}
