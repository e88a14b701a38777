// Receives webhooks and prints them: WEBHOOK_SECRET=whsec_... go run verify_webhook.go [PORT]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
)

const maxBodyBytes = 1 << 20

var secret = os.Getenv("WEBHOOK_SECRET")

// VerifyWebhook is true for a body, byte by byte as it arrived, that was signed with the secret as it was shown.
// signature is the header X-Service-Signature.
func VerifyWebhook(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(signature))
}

// Deliveries come at least once, and may come again: keep the ids that you handled where they outlive the process.
var handled sync.Map

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	signature := request.Header.Get("X-Service-Signature")
	if err != nil || request.Method != http.MethodPost || !VerifyWebhook(body, signature, secret) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var delivery struct {
		ID, Event string
		Test      bool
	}
	if err := json.Unmarshal(body, &delivery); err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	// A test from the dashboard carries an example: it is answered, and nothing of it is true.
	if delivery.Test {
		fmt.Println("test", delivery.Event)
		response.WriteHeader(http.StatusNoContent)
		return
	}
	// Without an id in the body (includeEventId: false) its signature tells events apart.
	if delivery.ID == "" {
		delivery.ID = signature
	}
	if _, isAgain := handled.LoadOrStore(delivery.ID, true); !isAgain {
		fmt.Println(delivery.ID, delivery.Event)
	}
	// Answer within five seconds, once the event is kept; what takes longer is done in a goroutine of its own.
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	if secret == "" {
		log.Fatal("Set WEBHOOK_SECRET: what no secret signed would be taken")
	}
	port := "3000"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("Listening on {\"port\":%d}\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
