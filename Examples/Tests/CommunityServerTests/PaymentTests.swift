import CommunityServer
import Foundation
import Testing

@Suite("Payments")
struct PaymentTests {
    private let body = #"{"imp_uid":"imp_lantern-1","post_id":"POST","productName":"ben후원","price":3000}"#

    @Test("A payment is validated once, and stands in the history of who paid")
    func validate() throws {
        let server = CommunityServer.test()
        let (ann, ben) = (try Member.of(.ann, server), try Member.of(.ben, server))
        let marker = ann.get("posts/users/\(ben.id)?product_id=CategoryZ_UserDonate&limit=1").json.data[0]
        let post = try #require(marker["post_id"]?.string)
        #expect(ann.get("payments/me").json == .object(["data": .array([])]))
        let answer = ann.post("payments/validation", body.replacing("POST", with: post))
        #expect(answer.status == 200)
        #expect(ann.post("payments/validation", body.replacing("POST", with: post)).status == 409)
        #expect(ben.post("payments/validation", body.replacing("POST", with: "other")).status == 409)
        let second = body.replacing("POST", with: post).replacing("lantern-1", with: "lantern-2")
        #expect(ann.post("payments/validation", second).status == 200)
        let history = ann.get("payments/me").json.data
        #expect(history.map { $0["merchant_uid"]?.string } == ["lantern-2", "lantern-1"])
        #expect(
            history[1].keys == [
                "payment_id", "buyer_id", "post_id", "merchant_uid", "productName", "price", "paidAt",
            ])
        #expect(history[1]["buyer_id"]?.string == ann.id && history[1]["price"]?.number == 3_000)
        #expect(history[1]["productName"]?.string == "ben후원" && history[1]["post_id"]?.string == post)
        #expect(ben.get("payments/me").json.data.isEmpty)
        #expect(
            try server.found["payments"]?.elements.map { $0["imp_uid"]?.string } == ["imp_lantern-1", "imp_lantern-2"])
    }

    @Test("What is missing is 400, a post that is gone 410, an amount that the provider does not know 400")
    func refused() throws {
        let server = CommunityServer.test()
        let ann = try Member.of(.ann, server)
        let post = try #require(ann.get("posts?limit=1").json.data[0]["post_id"]?.string)
        let good = body.replacing("POST", with: post)
        for (old, new) in [
            (#""imp_uid":"imp_lantern-1","#, ""), (#""price":3000"#, #""price":0"#),
            (#""price":3000"#, #""price":"3000""#),
            (#""ben후원""#, #""""#), (#""post_id""#, #""post""#),
        ] {
            #expect(ann.post("payments/validation", good.replacing(old, with: new)).status == 400)
        }
        #expect(ann.post("payments/validation", body).status == 410)
        try server.notePayment(receipt: "imp_lantern-1", merchant: "m-1", amount: 2_000)
        #expect(ann.post("payments/validation", good).status == 400)
        try server.notePayment(receipt: "imp_lantern-1", merchant: "m-1", amount: 3_000)
        #expect(ann.post("payments/validation", good).status == 200)
        #expect(ann.get("payments/me").json.data.map { $0["merchant_uid"]?.string } == ["m-1"])
    }
}
